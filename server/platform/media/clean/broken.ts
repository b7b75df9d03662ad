/** A container that cannot be walked to its end; nobody can say what lies in it. */
export class Broken extends Error {}
