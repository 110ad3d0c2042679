/** Words as a POSIX shell reads them. Pure. */

/** `text` as one word of a command line; quoted only where a shell would read more into it. */
export function quoteShellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
