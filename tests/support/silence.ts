/** Something that never answers, and keeps the program waiting as a disk that hangs does. */
export class Silence implements Disposable {
  readonly promise: Promise<never> = new Promise(() => {});
  readonly #timer = setInterval(() => {}, 1000);

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
