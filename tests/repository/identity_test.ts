import assert from "node:assert/strict";
import fc from "fast-check";
import { identifyRemote, parseRepositoryIdentity } from "../../lib/repository/identity.ts";

const FORMS: Record<string, Record<string, string | undefined>> = {
  "scp-like": {
    "git@github.com:acme/web.git": "acme/web",
    "git@github.com:acme/web": "acme/web",
    "github.com:acme/web.git": "acme/web",
    "git@github.com:/acme/web.git": "acme/web",
    "git@github.com:acme/web.git/": "acme/web",
    "git@github.com:acme/web.git?ref=main#readme": "acme/web",
    "me@corp.example@github.com:acme/web": "acme/web",
    "work-alias:acme/web": "acme/web",
    "g:acme/web": "acme/web",
    "[github.com]:acme/web": "acme/web",
    "git@[::1]:acme/web.git": "acme/web",
    "[2001:db8::1]:acme/web": "acme/web",
    "git@[github.com:2222]:acme/web": "acme/web",
    "git@git.sr.ht:~acme/web": "~acme/web",
  },
  "URLs": {
    "ssh://git@github.com/acme/web.git": "acme/web",
    "ssh://github.com/acme/web": "acme/web",
    "ssh://git@github.com:2222/acme/web.git": "acme/web",
    "ssh://git@github.com:/acme/web.git": "acme/web",
    "ssh://git@[::1]:22/acme/web.git": "acme/web",
    "git+ssh://git@github.com/acme/web": "acme/web",
    "git://github.com/acme/web.git": "acme/web",
    "http://github.com/acme/web": "acme/web",
    "https://github.com/acme/web.git": "acme/web",
    "https://github.com/acme/web": "acme/web",
    "https://github.com/acme/web/": "acme/web",
    "https://github.com/acme/web.git///": "acme/web",
    "https://github.com/acme/web/.git": "acme/web",
    "https://github.com:8443/acme/web": "acme/web",
    "https://me@github.com/acme/web": "acme/web",
    "https://me@corp.example@github.com/acme/web": "acme/web",
    "https://x-access-token:ghs_SECRET@github.com/acme/web": "acme/web",
    "https://me:p%40ss%2Fword@github.com:443/acme/web.git": "acme/web",
    "https://github.com/acme/web?private_token=a/b": "acme/web",
    "https://github.com/acme/web.git/?x#y": "acme/web",
    "https://github.com/acme/web.git#a/b": "acme/web",
    "HTTPS://GitHub.com/Acme/Web": "Acme/Web",
    "https://github.com/acme/.github": "acme/.github",
    "https://github.com/acme/web.git.git": "acme/web.git",
  },
  "subgroups and hosting services": {
    "git@gitlab.com:acme/platform/web.git": "acme/platform/web",
    "https://gitlab.com/acme/platform/team/web": "acme/platform/team/web",
    "https://dev.azure.com/org/project/_git/repo": "org/project/repo",
    "https://org@dev.azure.com/org/project/_git/repo": "org/project/repo",
    "https://org@dev.azure.com/org/My%20Project/_git/repo": "org/My Project/repo",
    "https://dev.azure.com/org/_git/repo": "org/repo/repo",
    "git@ssh.dev.azure.com:v3/org/project/repo": "org/project/repo",
    "git@ssh.dev.azure.com:v3/org/My%20Project/repo": "org/My Project/repo",
    "ssh://git@ssh.dev.azure.com/v3/org/project/repo": "org/project/repo",
    "org@vs-ssh.visualstudio.com:v3/org/project/repo": "org/project/repo",
    "https://org.visualstudio.com/project/_git/repo": "org/project/repo",
    "https://Org.VisualStudio.com/DefaultCollection/project/_git/repo": "Org/project/repo",
    "https://org.visualstudio.com/_git/repo": "org/repo/repo",
    "https://bitbucket.acme.example/scm/acme/web.git": "acme/web",
    "https://bitbucket.acme.example/scm/~me/web.git": "~me/web",
    "ssh://git@bitbucket.acme.example:7999/acme/web.git": "acme/web",
    "https://github.com/scm/web": "scm/web",
    "https://gitlab.com/acme/scm/web": "acme/scm/web",
    "git@gitlab.com:v3/acme/web": "v3/acme/web",
  },
  "Azure DevOps Server, CodeCommit and Gerrit": {
    "https://tfs.acme.example/tfs/DefaultCollection/project/_git/repo":
      "DefaultCollection/project/repo",
    "https://tfs.acme.example/collection/project/_git/repo": "collection/project/repo",
    "https://tfs.acme.example:8080/tfs/collection/_git/repo": "collection/repo/repo",
    "https://acme.example/deep/path/collection/project/_git/repo": "collection/project/repo",
    "ssh://tfs.acme.example:22/tfs/collection/project/_git/repo": "collection/project/repo",
    "https://dev.azure.com/org/project/_git/_full/repo": "org/project/repo",
    "codecommit::eu-west-1://web": "codecommit/web",
    "codecommit://web": "codecommit/web",
    "codecommit::eu-west-1://profile@web": "codecommit/web",
    "https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/web": "codecommit/web",
    "ssh://git-codecommit.eu-west-1.amazonaws.com/v1/repos/web": "codecommit/web",
    "https://me@gerrit.acme.example/a/platform/web": "platform/web",
    "https://gerrit.acme.example/platform/web": "platform/web",
    "ssh://me@gerrit.acme.example:29418/platform/web": "platform/web",
    "https://github.com/a/web": "a/web",
  },
  "empty segments": {
    "https://github.com//acme//app.git": "acme/app",
    "https://github.com//acme/web": "acme/web",
    "git@github.com:acme//web": "acme/web",
    "/srv/acme//web": "acme/web",
    "file:////srv//acme//web.git//": "acme/web",
  },
  "an encoded query": {
    "https://github.com/acme/web.git%3Ftoken=SECRET": "acme/web",
    "https://github.com/acme/web.git%23SECRET/a": "acme/web",
    "https://github.com/acme/web%3ftoken%3DSECRET": "acme/web",
    "git@github.com:acme/web.git%3Ftoken=SECRET": "acme/web",
  },
  "local paths": {
    "../weird:host/web": "weird:host/web",
    "/srv/c#/web": "c#/web",
    "/srv/git/acme/web.git": "acme/web",
    "/srv/git/acme/web/.git": "acme/web",
    "/srv/git/acme/web.git/": "acme/web",
    "/home/me@acme.example/acme/web": "acme/web",
    "../acme/web": "acme/web",
    "./acme/web": "acme/web",
    "acme/web": "acme/web",
    "file:///srv/git/acme/web.git": "acme/web",
    "file://localhost/srv/acme/web": "acme/web",
    "/srv/git/My%20Team/web": "My Team/web",
    "/srv/100%/web": "100%/web",
  },
  "percent-encoding": {
    "https://github.com/acme/we%62": "acme/web",
    "https://github.com/acme/web%ff": "acme/web%ff",
    "https://github.com/acme/web%2520": "acme/web%20",
    "https://github.com/acme/web%2Egit": "acme/web",
    "https://github.com/acme/%E6%BC%A2%E5%AD%97": "acme/漢字",
    "https://github.com/acme/漢字": "acme/漢字",
    "https://github.com/acme/web%": "acme/web%",
    "https://github.com/acme/web%zz%20": "acme/web%zz ",
  },
  "no identity": {
    "": undefined,
    "/": undefined,
    "web": undefined,
    "/web": undefined,
    "../web": undefined,
    "origin": undefined,
    ":": undefined,
    "::": undefined,
    ":acme/web": undefined,
    "https://": undefined,
    "https:///acme/web": undefined,
    "https://github.com": undefined,
    "https://github.com/": undefined,
    "https://github.com/acme": undefined,
    "https://github.com/acme/": undefined,
    "https://github.com/acme/.git": undefined,
    "https://github.com/acme/./web": undefined,
    "https://github.com/acme/../web": undefined,
    "https://github.com/acme/..git": undefined,
    "https://github.com/acme/...git": undefined,
    "https://github.com/acme/%2e%2E": undefined,
    "https://github.com/%2e/web": undefined,
    "https://github.com/acme%2Fweb": undefined,
    "https://github.com/acme/web%2F..": undefined,
    "https://github.com/acme/web%0a": undefined,
    "https://github.com/acme/web%00": undefined,
    "https://github.com/acme/web\r": undefined,
    "https://github.com/acme/\u009bweb": undefined,
    "https://github.com/acme/we\tb": undefined,
    "https://me:to/SECRET@github.com/acme/web": undefined,
    "https://to/ken/@github.com/acme/web": undefined,
    "me:to/@github.com:acme/web": undefined,
    "https://to/SECRET@github.com/acme/web": undefined,
    "https://github.com:acme/web": undefined,
    "ssh://git@[::1/acme/web": undefined,
    "me:SECRET@github.com:acme/web": undefined,
    "git@github.com:web": undefined,
    "git@github.com:acme%2Fweb": undefined,
    "git@ssh.dev.azure.com:v3/": undefined,
    "https://bitbucket.acme.example/scm/": undefined,
    "file://acme/web": undefined,
    "file:///web": undefined,
    "https://github.com/acme/token=SECRET": undefined,
    "https://github.com/acme/web&token=SECRET": undefined,
    "https://github.com/acme/web;token": undefined,
    "https://github.com/acme/web%253Ftoken%253DSECRET": undefined,
    "https://github.com/acme/a%40b": undefined,
    "https://github.com/@acme/web": undefined,
    "https://github.com/acme/me%3ASECRET": undefined,
    "https://github.com/me/SECRET%3F%40github.com/acme/web": undefined,
    "https://github.com/me%3aSECRET%2540github.com/acme/web": undefined,
    "https://github.com/acme/we\u202eb": undefined,
    "/srv/acme/we\u200bb": undefined,
    "file:///srv/acme/web.git%3Ftoken=SECRET": undefined,
    "/srv/acme/web.git%3Ftoken=SECRET": undefined,
    "ssh://me@gerrit.acme.example:29418/web": undefined,
    "https://gerrit.acme.example/a/web": undefined,
    "C:\\Users\\me\\web": undefined,
    "C:/Users/me/web": undefined,
    "\\\\server\\acme\\web": undefined,
    "ext::ssh -i key me@host %S acme/web": undefined,
  },
};

for (const [name, urls] of Object.entries(FORMS)) {
  Deno.test(`parseRepositoryIdentity() reads ${name}`, async (t) => {
    for (const [url, identity] of Object.entries(urls)) {
      await t.step(JSON.stringify(url), () => {
        assert.equal(parseRepositoryIdentity(url), identity);
      });
    }
  });
}

const FRAGMENTS = [
  ...["https://", "ssh://", "file://", "git@", "host", "[::1]", "dev.azure.com", "v3", "scm"],
  ...["x.visualstudio.com", "ssh.dev.azure.com", "_git", "acme", "web", ".git", ".", "..", "~"],
  ...["/", "/", "/", ":", "@", "%", "%2F", "%2e", "%00", "%ff", "?", "#", "\\", "\n", " ", "漢"],
];
const urlLike = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 14 })
  .map((fragments) => fragments.join(""));

Deno.test("parseRepositoryIdentity() gives sound segments or nothing, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(urlLike, fc.string({ unit: "binary" }), fc.webUrl()), (url) => {
      const identity = parseRepositoryIdentity(url);
      if (identity === undefined) return;
      const segments = identity.split("/");
      assert.ok(segments.length >= 2);
      assert.ok(segments.every((segment) => !["", ".", ".."].includes(segment)));
      assert.doesNotMatch(identity, /\p{Cc}/u);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("parseRepositoryIdentity() lets no user, password or query out", () => {
  const secret = fc.array(fc.constantFrom("SECRET", "/", ":", "@", "?", "#", "%2F"), {
    minLength: 1,
    maxLength: 5,
  }).map((parts) => parts.join("")).filter((text) => text.includes("SECRET"));
  const forms = [
    (text: string) => `https://${text}@github.com/acme/web.git`,
    (text: string) => `https://me:${text}@github.com/acme/web.git`,
    (text: string) => `ssh://me:${text}@github.com:22/acme/web`,
    (text: string) => `me:${text}@github.com:acme/web`,
    (text: string) => `https://github.com/acme/web?token=${text}`,
    (text: string) => `https://github.com/acme/web#${text}`,
    (text: string) => `https://github.com/acme/web%3Ftoken=${text}`,
    (text: string) => `https://github.com/acme/web%2523${text}`,
    (text: string) => `https://github.com/me:${text}%40github.com/acme/web`,
    (text: string) => `https://github.com/me/${text}%3F%40github.com/acme/web`,
  ];
  fc.assert(
    fc.property(fc.constantFrom(...forms), secret, (form, text) => {
      assert.doesNotMatch(parseRepositoryIdentity(form(text)) ?? "", /SECRET/);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("parseRepositoryIdentity() takes linear time", async (t) => {
  const MEGABYTE = 1 << 20;
  for (const unit of ["a", "a/", "/", "@", "a@", "@:", "[", "%41", "ssh://", ".git"]) {
    await t.step(JSON.stringify(unit), () => {
      for (const start of ["", "https://", "git@host:"]) {
        const url = `${start}${unit.repeat(MEGABYTE / unit.length)}\n`;
        const startedAt = performance.now();
        parseRepositoryIdentity(url);
        // Quadratic would be minutes.
        assert.ok(performance.now() - startedAt < 5000, start);
      }
    });
  }
});

Deno.test("identifyRemote() gives a reason without the URL, where there is no identity", () => {
  for (const url of Object.keys(FORMS["no identity"]!)) {
    const identified = identifyRemote(url);
    assert.ok("reason" in identified && identified.reason !== "");
    assert.doesNotMatch(identified.reason, /SECRET|acme|web|github/);
  }
});

Deno.test("identifyRemote() explains why there is no identity, and what could differ", () => {
  const note = (url: string) => {
    const identified = identifyRemote(url);
    return "reason" in identified ? identified.reason : identified.note ?? "";
  };
  assert.match(note("ssh://me@gerrit.acme.example:29418/web"), /Gerrit/);
  assert.match(note("https://gerrit.acme.example/a/web"), /Gerrit/);
  assert.match(note("https://github.com/web"), /owner and repository/);
  assert.match(note("https://github.com/acme/../web"), /cannot be a name/);
  assert.match(note("ext::ssh -i key"), /no known form/);
  assert.match(note("https://acme.example/gitlab/group/web"), /SSH has the identity group\/web$/);
  for (const url of ["git@acme.example:gitlab/group/web", "https://gitlab.com/acme/group/web"]) {
    assert.equal(note(url), "");
  }
});
