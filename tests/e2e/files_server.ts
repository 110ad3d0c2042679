import { join } from "node:path";
import { installPackage } from "./npm_package.ts";

const NAME = "@modelcontextprotocol/server-filesystem";
const VERSION = "2026.8.31";

/** The program and the arguments of an MCP server that reads and writes files below `folder`. */
export async function filesServer(folder: string): Promise<[program: string, args: string[]]> {
  const root = await installPackage(NAME, VERSION, "37 MB");
  return ["node", [join(root, "node_modules", NAME, "dist/index.js"), folder]];
}
