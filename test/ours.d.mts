type Place = { dataDir: string; databaseUrl?: string | undefined }
export declare function makeFolder(purpose: string): string
export declare function whyNotOurs(place: Place | { databaseUrl: string }): string | undefined
export declare function refuseUnlessOurs(place: Place | { databaseUrl: string }): void
