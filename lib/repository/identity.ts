/** The identity of a repository, from the URL of its remote. Pure. */

import type { Identification } from "../search/location.ts";

/** A remote URL without its scheme, user and port. */
interface Remote {
  kind: "http" | "network" | "local";
  /** Empty for a local path. */
  host: string;
  /** As it is written, percent-encoded and with its query, but for the first `/`. */
  path: string;
  /** Empty where none is written. */
  port: string;
}

const ORIGIN = 'the URL of its remote "origin"';
const UNKNOWN_FORM = `${ORIGIN} has no known form`;
const UNSOUND_SEGMENT = `${ORIGIN} has a segment that cannot be a name`;
const TOO_SHORT = `${ORIGIN} does not name owner and repository`;
const NO_OWNER = 'its remote "origin" is on a Gerrit server, where repositories have no owner';

/** Where the first segment of a path is always an owner. */
const PUBLIC_HOSTS = /^(?:[^.]+\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/i;
const GERRIT_PORT = "29418";
/** Control and invisible characters are in no name. */
const UNPRINTABLE = /[/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/**
 * Names have no control characters. A sign of a query, of a user or of an encoding below the first
 * one could come with a secret, and what is printed and stored must not be one.
 */
const UNSOUND_CHARACTERS = /[/\p{Cc}\p{Cf}\p{Zl}\p{Zp}?#@:=&;]|%(?:2[3-6]|3[a-f]|40)/iu;

/** The identity alone, in its original case; undefined where {@linkcode identifyRemote} finds none. */
export function parseRepositoryIdentity(remoteUrl: string): string | undefined {
  const identified = identifyRemote(remoteUrl);
  return "identity" in identified ? identified.identity : undefined;
}

/**
 * Finds `owner/repository` in a git remote URL of any form.
 *
 * Without at least two sound segments there is no identity. It never throws, takes time linear in
 * the URL's length, and reveals only path segments (no user, token or query).
 *
 * The forms are those of https://git-scm.com/docs/git-clone#_git_urls; more segments than two stay
 * (a GitLab subgroup), and Azure DevOps, Bitbucket and CodeCommit give the same for all URLs of a
 * repository.
 */
export function identifyRemote(remoteUrl: string): Identification {
  const codeCommit = /^codecommit:(?::[a-z0-9-]+:)?\/\/(?:[^@/]*@)?([^@/]+)$/i.exec(remoteUrl)?.[1];
  if (codeCommit !== undefined) return toIdentity(["codecommit", codeCommit]);
  const remote = parseRemote(remoteUrl);
  if (remote === undefined) return { reason: UNKNOWN_FORM };

  const { kind, host, path } = remote;
  // A token that holds a "/" spills into the path: "https://to/ken@host/owner/repository".
  if (kind !== "local" && /.(?:@|%(?:25)*40)/s.test(path)) return { reason: UNSOUND_SEGMENT };

  const segments = dropHostingSegments(dropGitSuffix(readSegments(remote)), remote);
  // A folder on this machine may be called anything, as long as nothing was hidden in its encoding.
  if (kind === "local" && !path.includes("%")) return toIdentity(segments, UNPRINTABLE);
  if (isGerrit(remote) && segments.length === 1) return { reason: NO_OWNER };
  const identified = toIdentity(segments);
  const mayHavePrefix = kind === "http" && segments.length > 2 && !isHostOfLongPaths(host);
  return "identity" in identified && mayHavePrefix
    ? {
      ...identified,
      note:
        `where "${segments[0]}" is the path of the server and not a group, a clone by SSH has ` +
        `the identity ${segments.slice(1).join("/")}`,
    }
    : identified;
}

function toIdentity(segments: string[], unsound = UNSOUND_CHARACTERS): Identification {
  if (segments.some((it) => it === "." || it === ".." || it === "" || unsound.test(it))) {
    return { reason: UNSOUND_SEGMENT };
  }
  if (segments.length < 2) return { reason: TOO_SHORT };
  return { identity: segments.join("/") };
}

function parseRemote(url: string): Remote | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0].toLowerCase();
  if (scheme === "file://") return parseFileUrl(url.slice(scheme.length));
  if (scheme !== undefined) {
    const kind = /^https?:/.test(scheme) ? "http" : "network";
    return parseNetworkUrl(url.slice(scheme.length), kind);
  }
  const colon = url.indexOf(":");
  const slash = url.indexOf("/");
  const isLocal = colon < 0 || (slash >= 0 && slash < colon);
  return isLocal ? { kind: "local", host: "", port: "", path: url } : parseScpLike(url);
}

function parseFileUrl(rest: string): Remote | undefined {
  const slash = rest.indexOf("/");
  return slash < 0 ? undefined : { kind: "local", host: "", port: "", path: rest.slice(slash) };
}

function parseNetworkUrl(rest: string, kind: "http" | "network"): Remote | undefined {
  const end = rest.search(/[/?#]/);
  if (rest[end] !== "/") return undefined;
  const address = rest.slice(rest.lastIndexOf("@", end) + 1, end);
  const [, host, port = ""] = /^(\[[^\]]+\]|[^:[\]]+)(?::([0-9]*))?$/.exec(address) ?? [];
  return host === undefined ? undefined : { kind, host, port, path: rest.slice(end + 1) };
}

/** `user@host:path`, `host:path`, `[host:port]:path`; git takes it so when a `:` precedes any `/`. */
function parseScpLike(url: string): Remote | undefined {
  const isWindowsPath = /^[a-z]:[\\/]/i.test(url);
  const match = /^(?:[^:/[\]]+@)?(?:\[([^\]/]+)\]|([^@:/[\]]+)):(?!:)/.exec(url);
  if (isWindowsPath || match === null) return undefined;
  const [, host = "", port = ""] = /^(.*?)(?::(\d+))?$/.exec(match[1] ?? match[2] ?? "") ?? [];
  return { kind: "network", host, port, path: url.slice(match[0].length) };
}

/** The segments of the path, decoded; empty ones are dropped. */
function readSegments({ kind, path }: Remote): string[] {
  if (kind === "local") return splitPath(path).map(decodePercent);
  const segments: string[] = [];
  for (const encoded of splitPath(path.split(/[?#]/, 1)[0]!)) {
    const segment = decodePercent(encoded);
    const query = segment.search(/[?#]/);
    // A query that was encoded by mistake ends the path like any other.
    segments.push(query < 0 ? segment : segment.slice(0, query));
    if (query >= 0) break;
  }
  return segments;
}

function splitPath(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Malformed parts stay as they are written, as git leaves them: a folder may be named "100%". */
function decodePercent(segment: string): string {
  return segment.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function dropGitSuffix(segments: string[]): string[] {
  const last = segments.at(-1) ?? "";
  if (last === ".git") return segments.slice(0, -1);
  return last.endsWith(".git") ? segments.with(-1, last.slice(0, -".git".length)) : segments;
}

/** Drops what a hosting service adds to the names of owner and repository. */
function dropHostingSegments(segments: string[], remote: Remote): string[] {
  const { kind, host } = remote;
  if (kind === "local") return segments.slice(-2);
  const [first = ""] = segments;
  if (/^(?:ssh\.dev\.azure|vs-ssh\.visualstudio)\.com$/i.test(host)) {
    return first === "v3" ? segments.slice(1) : segments;
  }
  if (/^dev\.azure\.com$/i.test(host)) return dropAzureMarker(segments);
  const organization = /^([^.]+)\.visualstudio\.com$/i.exec(host)?.[1];
  if (organization !== undefined) {
    const isDefault = first.toLowerCase() === "defaultcollection";
    return dropAzureMarker([organization, ...segments.slice(isDefault ? 1 : 0)]);
  }
  if (/^git-codecommit(?:-fips)?\.[^.]+\.amazonaws\.com(?:\.cn)?$/i.test(host)) {
    const isRepository = first === "v1" && segments[1] === "repos";
    return isRepository ? ["codecommit", ...segments.slice(2)] : segments;
  }
  const onPremises = dropCollectionPath(segments);
  if (onPremises) return onPremises;
  if (isAuthenticatedGerrit(first, remote)) return segments.slice(1);
  return first === "scm" && segments.length > 2 ? segments.slice(1) : segments;
}

/** `org/project/_git/repo`; Azure leaves the project out where it is named like the repository. */
function dropAzureMarker(segments: string[]): string[] {
  const [organization, ...rest] = segments.filter((it) => it !== "_full" && it !== "_optimized");
  if (organization === undefined || rest.at(-2) !== "_git") return segments;
  const repository = rest.at(-1) ?? "";
  const project = rest.length === 2 ? [repository] : rest.slice(0, -2);
  return [organization, ...project, repository];
}

/** Azure DevOps Server: `tfs/collection/project/_git/repo`, under any path of the server. */
function dropCollectionPath(segments: string[]): string[] | undefined {
  const marker = segments.lastIndexOf("_git");
  if (marker < 1) return undefined;
  const before = segments.slice(0, marker);
  const isDefaultPath = before.length > 1 && before[0]!.toLowerCase() === "tfs";
  const named = isDefaultPath ? before.slice(1) : before;
  return dropAzureMarker([...named.slice(-2), ...segments.slice(marker)]);
}

/** Gerrit serves `/a/NAME` over HTTP to whoever has logged in. */
function isAuthenticatedGerrit(first: string, { kind, host }: Remote): boolean {
  return first === "a" && kind === "http" && !PUBLIC_HOSTS.test(host);
}

function isGerrit(remote: Remote): boolean {
  const [first = ""] = splitPath(remote.path);
  return remote.port === GERRIT_PORT || isAuthenticatedGerrit(first, remote);
}

/** Where more than two segments are no sign of a path that belongs to the server. */
function isHostOfLongPaths(host: string): boolean {
  return PUBLIC_HOSTS.test(host) || /(?:^|\.)(?:azure|visualstudio)\.com$/i.test(host);
}
