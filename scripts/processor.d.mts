export declare function ofEndedChildren(): number
export declare function ofTree(pid: number): number
