/** Where bytes are read from: a file that was chosen, or one that lies beside this page. Past its end there are fewer than were asked for. */
export type Source = { read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>> }

/** Read in slices, so that never more of it is in memory than was asked for. */
export const sourceOf = (file: Blob): Source => ({
  read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
})
