/** `owner/repository` from the URL of a git remote. Pure. */
import type { Identification } from "../search/ports.ts";

/** The parts of a remote URL, without its user and port. */
interface Remote {
  kind: "http" | "ssh" | "local";
  /** Empty for a local path. */
  host: string;
  /** As written, percent-encoded and with its query, but without the leading `/`. */
  path: string;
}

/** Like {@linkcode identifyRemote}; undefined where the URL has no identity. */
export function parseRepositoryIdentity(remoteUrl: string): string | undefined {
  const identified = identifyRemote(remoteUrl);
  return "identity" in identified ? identified.identity : undefined;
}

/**
 * Finds `owner/repository` in a git remote URL of any form, in its original case, or the reason why
 * there is none. A reason never quotes the URL.
 *
 * An identity has at least two sound segments. This never throws, takes time linear in the URL's
 * length, and returns nothing of the URL but path segments: no user, token or query.
 *
 * The forms are those of https://git-scm.com/docs/git-clone#_git_urls. More than two segments are
 * kept (a GitLab subgroup); Azure DevOps, Bitbucket, Gerrit and CodeCommit give the same identity for
 * all URLs of a repository.
 */
export function identifyRemote(remoteUrl: string): Identification {
  const remote = parseRemote(remoteUrl);
  if (remote === undefined) return { reason: "its URL is of an unknown form" };

  const { kind, host } = remote;
  const isLocal = kind === "local";
  // A token that contains a "/" spills into the path: "https://to/ken@host/owner/repository".
  if (!isLocal && /.(?:@|%(?:25)*40)/s.test(remote.path)) return SUSPICIOUS;
  const path = isLocal ? remote.path : dropQuery(remote.path);
  const decoded = path.split("/").filter((segment) => segment !== "").map(decodePercent);
  const segments = dropHostingSegments(dropGitSuffix(decoded), remote);
  if (!isLocal && segments.some(mayHoldSecret)) return SUSPICIOUS;
  if (!segments.every(isSoundSegment)) {
    return { reason: "its path has a segment that cannot be a name" };
  }
  if (segments.length < 2) {
    return { reason: "its path names no owner, only a repository (as with Gerrit)" };
  }
  const identity = segments.join("/");
  const mayBePrefixed = kind === "http" && segments.length > 2 && !isKnownHost(host);
  return { identity, ...(mayBePrefixed && { mayBePrefixed }) };
}

const SUSPICIOUS: Identification = { reason: "its path may contain a password or a token" };

/** Whether the service at `host` is known to serve repositories without a path prefix. */
function isKnownHost(host: string): boolean {
  return /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|dev\.azure\.com|visualstudio\.com|amazonaws\.com)$/i
    .test(host);
}

/** AWS CodeCommit through its remote helper; by https and ssh its path is `v1/repos/NAME`. */
const CODE_COMMIT = /^codecommit(?:::[a-z0-9-]+)?:\/\/(?:[^@/]+@)?([\w.-]+)\/?$/i;

function parseRemote(url: string): Remote | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0].toLowerCase();
  if (scheme === "file://") return parseFileUrl(url.slice(scheme.length));
  const codeCommit = CODE_COMMIT.exec(url)?.[1];
  if (codeCommit !== undefined) return { kind: "ssh", host: "", path: `v1/repos/${codeCommit}` };
  if (scheme !== undefined) {
    return parseNetworkUrl(url.slice(scheme.length), /^https?:/.test(scheme) ? "http" : "ssh");
  }

  const colon = url.indexOf(":");
  const slash = url.indexOf("/");
  const isLocal = colon < 0 || (slash >= 0 && slash < colon);
  return isLocal ? { kind: "local", host: "", path: dropLeadingSlash(url) } : parseScpLike(url);
}

function parseFileUrl(rest: string): Remote | undefined {
  const slash = rest.indexOf("/");
  return slash < 0 ? undefined : { kind: "local", host: "", path: rest.slice(slash + 1) };
}

function parseNetworkUrl(rest: string, kind: "http" | "ssh"): Remote | undefined {
  const end = rest.search(/[/?#]/);
  if (rest[end] !== "/") return undefined;
  const address = rest.slice(rest.lastIndexOf("@", end) + 1, end);
  const host = /^(\[[^\]]+\]|[^:[\]]+)(?::[0-9]*)?$/.exec(address)?.[1];
  return host === undefined ? undefined : { kind, host, path: rest.slice(end + 1) };
}

/** `user@host:path`, `host:path`, `[host:port]:path`: to git, a `:` before any `/` means this form. */
function parseScpLike(url: string): Remote | undefined {
  const isWindowsPath = /^[a-z]:[\\/]/i.test(url);
  const match = /^(?:[^:/[\]]+@)?(?:\[([^\]/]+)\]|([^@:/[\]]+)):(?!:)/.exec(url);
  if (isWindowsPath || match === null) return undefined;
  const path = dropLeadingSlash(url.slice(match[0].length));
  return { kind: "ssh", host: match[1] ?? match[2] ?? "", path };
}

/** An encoded `?` or `#`, however often it is encoded, ends the path as well. */
function dropQuery(text: string): string {
  const end = text.search(/[?#]|%(?:25)*(?:3f|23)/i);
  return end < 0 ? text : text.slice(0, end);
}

function dropLeadingSlash(path: string): string {
  return path.startsWith("/") ? path.slice(1) : path;
}

/** Malformed sequences are kept, as git keeps them: a folder may be named "100%". */
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
function dropHostingSegments(segments: string[], { kind, host }: Remote): string[] {
  if (kind === "local") return segments.slice(-2);
  const [first = "", ...rest] = segments;
  if (/^(?:ssh\.dev\.azure|vs-ssh\.visualstudio)\.com$/i.test(host)) {
    return first === "v3" ? rest : segments;
  }
  if (/^dev\.azure\.com$/i.test(host)) return dropAzureMarker(segments);
  const organization = /^([^.]+)\.visualstudio\.com$/i.exec(host)?.[1];
  if (organization !== undefined) {
    const isDefault = first.toLowerCase() === "defaultcollection";
    return dropAzureMarker([organization, ...isDefault ? rest : segments]);
  }
  if (segments.lastIndexOf("_git") > 0) {
    return dropAzureMarker(first.toLowerCase() === "tfs" ? rest : segments);
  }
  if (rest.length < 2) return segments;
  // Gerrit's path for requests with a password.
  const isGerrit = first === "a" && kind === "http" && !isKnownHost(host);
  return first === "scm" || isGerrit ? rest : segments;
}

/**
 * `org/project/_git/repo`; Azure omits the project where it has the repository's name. A partial
 * clone has `_full` or `_optimized` before the repository.
 */
function dropAzureMarker(segments: string[]): string[] {
  const marker = segments.lastIndexOf("_git");
  const [repository, ...others] = segments.slice(marker + 1).filter((segment, i) =>
    i > 0 || !/^_(?:full|optimized)$/.test(segment)
  );
  if (marker < 1 || repository === undefined || others.length > 0) return segments;
  const owner = segments.slice(0, marker);
  return [...owner, ...(owner.length === 1 ? [repository] : []), repository];
}

/**
 * Whether a segment has what precedes a token or a password, also encoded more than once; names of
 * owners and repositories have none of it. A leading `@` is harmless.
 */
function mayHoldSecret(segment: string): boolean {
  return /.@|[:=&;?#]|%(?:25)*(?:26|3[abdf]|23|40)/is.test(segment);
}

/** Characters that are invisible or steer a terminal are in no name. */
function isSoundSegment(segment: string): boolean {
  return segment !== "." && segment !== ".." && !/[/\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(segment);
}
