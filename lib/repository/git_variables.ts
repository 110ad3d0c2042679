/** The environment of git, on which its answers depend. Pure. */

/** The user's environment variables that are passed on to git; it gets no others. */
export const GIT_VARIABLES = ["HOME", "XDG_CONFIG_HOME", "PATH"] as const;
