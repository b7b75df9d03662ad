export declare function applicationTests(): string[]
