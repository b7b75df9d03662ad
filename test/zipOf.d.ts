/** A file of a ZIP, and all that its heads may say otherwise than it is. */
export type Zipped = {
    name: string | Uint8Array;
    content?: string | Uint8Array;
    /** Lies as it is instead of being packed. */
    stored?: boolean;
    flags?: number;
    method?: number;
    crc?: number;
    size?: number;
    packed?: number;
    /** Where it is said to lie. */
    at?: number;
    /** The system that wrote it (3 is Unix), and the file's mode there. */
    system?: number;
    mode?: number;
    extra?: Buffer;
    /** Its numbers stand in a ZIP64 field. */
    long?: boolean;
};
/** A ZIP of these files, right or wrong as they say; `long`: with the ends of ZIP64. */
export declare function zipOf(files: readonly Zipped[], { comment, long, count }?: {
    comment?: string | undefined;
    count?: number | undefined;
    long?: boolean | undefined;
}): Buffer;
