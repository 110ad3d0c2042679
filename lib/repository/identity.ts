/** What a remote URL says after its scheme, user and port are gone. */
interface Remote {
  kind: "network" | "local";
  /** Empty for a local path. */
  host: string;
  /** As it is written, percent-encoded and with its query, but for the first `/`. */
  path: string;
}

/**
 * Finds `owner/repository` in a git remote URL of any form, its letters kept as they are written.
 *
 * Without at least two sound segments there is no identity. It never throws, takes time linear in
 * the URL's length, and nothing of the URL but path segments (no user, token or query) gets out.
 *
 * The forms are those of https://git-scm.com/docs/git-clone#_git_urls; more segments than two stay
 * (a GitLab subgroup), and Azure DevOps and Bitbucket give the same for all URLs of a repository.
 */
export function parseRepositoryIdentity(remoteUrl: string): string | undefined {
  const remote = parseRemote(remoteUrl);
  if (remote === undefined) return undefined;

  const { kind, path } = remote;
  // A token that holds a "/" spills into the path: "https://to/ken@host/owner/repository".
  if (kind === "network" && path.lastIndexOf("@") > 0) return undefined;

  const decoded = splitPath(kind === "network" ? dropQuery(path) : path).map(decodePercent);
  const segments = dropHostingSegments(dropGitSuffix(decoded), remote);
  const isSound = segments.length >= 2 && segments.every(isSoundSegment);
  return isSound ? segments.join("/") : undefined;
}

function parseRemote(url: string): Remote | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0].toLowerCase();
  if (scheme === "file://") return parseFileUrl(url.slice(scheme.length));
  if (scheme !== undefined) return parseNetworkUrl(url.slice(scheme.length));

  const colon = url.indexOf(":");
  const slash = url.indexOf("/");
  const isLocal = colon < 0 || (slash >= 0 && slash < colon);
  return isLocal ? { kind: "local", host: "", path: dropLeadingSlash(url) } : parseScpLike(url);
}

function parseFileUrl(rest: string): Remote | undefined {
  const slash = rest.indexOf("/");
  return slash < 0 ? undefined : { kind: "local", host: "", path: rest.slice(slash + 1) };
}

function parseNetworkUrl(rest: string): Remote | undefined {
  const end = rest.search(/[/?#]/);
  if (rest[end] !== "/") return undefined;
  const address = rest.slice(rest.lastIndexOf("@", end) + 1, end);
  const host = /^(\[[^\]]+\]|[^:[\]]+)(?::[0-9]*)?$/.exec(address)?.[1];
  return host === undefined ? undefined : { kind: "network", host, path: rest.slice(end + 1) };
}

/** `user@host:path`, `host:path`, `[host:port]:path`; git has it so when a `:` precedes any `/`. */
function parseScpLike(url: string): Remote | undefined {
  const isWindowsPath = /^[a-z]:[\\/]/i.test(url);
  const match = /^(?:[^:/[\]]+@)?(?:\[([^\]/]+)\]|([^@:/[\]]+)):(?!:)/.exec(url);
  if (isWindowsPath || match === null) return undefined;
  const path = dropLeadingSlash(url.slice(match[0].length));
  return { kind: "network", host: match[1] ?? match[2] ?? "", path };
}

function dropQuery(text: string): string {
  const end = text.search(/[?#]/);
  return end < 0 ? text : text.slice(0, end);
}

function dropLeadingSlash(path: string): string {
  return path.startsWith("/") ? path.slice(1) : path;
}

function splitPath(path: string): string[] {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end).split("/");
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
function dropHostingSegments(segments: string[], { kind, host }: Remote): string[] {
  if (kind === "local") return segments.slice(-2);
  if (/^(?:ssh\.dev\.azure|vs-ssh\.visualstudio)\.com$/i.test(host)) {
    return segments[0] === "v3" ? segments.slice(1) : segments;
  }
  if (/^dev\.azure\.com$/i.test(host)) return dropAzureMarker(segments);
  const organization = /^([^.]+)\.visualstudio\.com$/i.exec(host)?.[1];
  if (organization !== undefined) {
    const isDefault = segments[0]?.toLowerCase() === "defaultcollection";
    return dropAzureMarker([organization, ...segments.slice(isDefault ? 1 : 0)]);
  }
  return segments[0] === "scm" && segments.length > 2 ? segments.slice(1) : segments;
}

/** `org/project/_git/repo`; Azure leaves the project out where it is named like the repository. */
function dropAzureMarker(segments: string[]): string[] {
  const [organization, ...rest] = segments;
  if (organization === undefined || rest.at(-2) !== "_git") return segments;
  const repository = rest.at(-1) ?? "";
  const project = rest.length === 2 ? [repository] : rest.slice(0, -2);
  return [organization, ...project, repository];
}

function isSoundSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[/\p{Cc}]/u.test(segment);
}
