export const MOVE_IN_TITLE = '搬进来'
export const IMPORT_SOURCES = ['dayone', 'markdown', 'flomo', 'archive'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]
/** Where a diary comes from, as its page says it. */
export const IMPORTED_FROM: Record<ImportSource, string> = {
  dayone: '导入自 Day One',
  markdown: '导入自 Markdown',
  flomo: '导入自 flomo 浮墨',
  archive: '来自归档',
}

/** The name that an upload of an entry has in its key: by batch and place, so that a resumed import uploads none twice. */
export const importedName = (batchId: string, hash: string): string => `${batchId}_${hash}`
