export declare const SAME_ON_ANY_ENGINE: string[]
export declare function roundsWithoutServer(): string[]
export declare function drills(): string[]
