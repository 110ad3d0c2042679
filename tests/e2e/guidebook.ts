import { type Answer, applyPatch, applyPatchInScript } from "./model_answer.ts";
import type { Files } from "./workspace.ts";

/** Two guidelines, in the order in which they are presented. */
export const GUIDEBOOK: Files = {
  "architecture/guideline.yaml": `
id: service-depends-on-port
scope:
  repositories: [acme/backend-*]
  languages: [kotlin]
when: [file_changed]
match:
  any:
    - regex: { pattern: 'RepositoryImpl' }
content: |
  Services should depend on repository abstractions.
  See src/ports for those that we have.
`,
  "configuration/guideline.yaml": `
id: preserve-required-config
scope:
  paths: ['config/**']
when: [file_changed]
content: |
  Required configuration files must remain available.
`,
};

/** The model reads this after a Kotlin file that names a `RepositoryImpl` was edited. */
export const PORT = message(`Adaptive Guidebook guidelines relevant to the latest changes:

[service-depends-on-port]
Services should depend on repository abstractions.
See src/ports for those that we have.`);

/** The model reads this after a file below `config/` was edited. */
export const CONFIG = message(`Adaptive Guidebook guidelines relevant to the latest changes:

[preserve-required-config]
Required configuration files must remain available.`);

/** The model reads this after one edit of both. */
export const PORT_AND_CONFIG = message(
  `Adaptive Guidebook guidelines relevant to the latest changes:

[service-depends-on-port]
Services should depend on repository abstractions.
See src/ports for those that we have.

[preserve-required-config]
Required configuration files must remain available.`,
);

function message(text: string) {
  return [{ type: "input_text", text }];
}

/** An edit to which {@linkcode PORT} is relevant; each number means another file. */
export function addService(number: number): Answer {
  return applyPatch(...serviceLines(number));
}

/** The same edit by a model in code mode. */
export function addServiceInScript(number: number): Answer {
  return applyPatchInScript(...serviceLines(number));
}

/** A patch that adds a service. */
export function serviceLines(number: number): string[] {
  return [`*** Add File: src/Service${number}.kt`, "+val orders = OrderRepositoryImpl()"];
}
