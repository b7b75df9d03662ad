/** The answer of `ossToken` for the person 7. */
export declare const granted: (leftMs?: number) => {
    code: 1000;
    data: {
        AccessKeyId: string;
        AccessKeySecret: string;
        SecurityToken: string;
        Expiration: string;
        status: 200;
        hosts: {
            image: {
                upload: string;
                preview: string;
                prefix: string;
                fields: {
                    policy: string;
                    success_action_status: string;
                };
            };
            video: {
                upload: string;
                preview: string;
                prefix: string;
                fields: {
                    policy: string;
                    success_action_status: string;
                };
            };
            file: {
                upload: string;
                preview: string;
                prefix: string;
                fields: {
                    policy: string;
                    success_action_status: string;
                };
            };
        };
    };
};
/** The first bytes of files of each kind. */
declare const BEGINNINGS: {
    readonly jpeg: 'ffd8ffe000104a46';
    readonly png: '89504e470d0a1a0a0000000d49484452';
    readonly gif: '474946383961';
    readonly webp: '524946460000000057454250565038204c000000';
    readonly mp4: '000000186674797069736f6d0000020069736f6d6d703431';
    readonly m4v: '000000186674797069736f6d000002004d3456206d703432';
    readonly mov: '00000014667479707174202000000000717420200000';
    readonly heic: '00000018667479706865696300000000686569636d696631';
    readonly pdf: '255044462d312e37';
};
export type Beginning = keyof typeof BEGINNINGS;
/** A file that begins like one of this kind, whatever name and type its device gives it. */
export declare function fileOf(kind: Beginning, name: string, { type, size }?: {
    size?: number | undefined;
    type?: string | undefined;
}): File;
/** A file whose bytes come once they are let go, as from a slow card or out of a cloud. */
export declare function slowToRead(file: File): {
    file: File;
    letGo: () => void;
};
/** One file on its way to the store, as the page sent it. */
export type Sent = {
    address: string;
    names: string[];
    key: string;
    file: File;
    aborted: boolean;
    progress: (share: number) => void;
    answer: (status: number, body?: string) => void;
    fail: () => void;
};
/** Stands in for the browser's uploading, its database of blobs and its pictures. Each sent file waits for its answer. */
export declare function catchUploads(): Sent[];
/** Stands in for the workers that hash what goes up, and gives the hash of a file as they make it. */
export declare function hashUploads(): (file: Blob) => Promise<any>;
export {};
