/** What git learns of its user, and so what its answers hang on. Pure. */

/** The environment variables that are handed on to git; it gets no others of the user's. */
export const GIT_VARIABLES = ["HOME", "XDG_CONFIG_HOME", "PATH"] as const;
