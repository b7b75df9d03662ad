import { Archive, FileText, type LucideIcon, NotebookText, StickyNote } from 'lucide-react'
import type { ImportSource } from '#contract/importSource.ts'

export type SourceFacts = {
  source: ImportSource
  name: string
  icon: LucideIcon
  /** How one gets one's diaries out of there. */
  how: string
  accept: string
  /** A folder of files may be chosen as well. */
  folder?: true
}

const ZIP = '.zip,application/zip,application/x-zip-compressed'

export const SOURCES: readonly SourceFacts[] = [
  {
    source: 'dayone',
    name: 'Day One',
    icon: NotebookText,
    how: '在 Day One 里选「设置 → 导入/导出 → 导出 → JSON」，得到一个 ZIP。',
    accept: ZIP,
  },
  {
    source: 'markdown',
    name: 'Markdown 和纯文本',
    icon: FileText,
    how: 'Obsidian、memos 等：选几个 .md 或 .txt 文件，也可以打成一个 ZIP。',
    accept: `${ZIP},.md,.markdown,.txt,text/markdown,text/plain`,
    folder: true,
  },
  {
    source: 'flomo',
    name: 'flomo 浮墨',
    icon: StickyNote,
    how: '在 flomo 网页版选「设置 → 账号详情 → 导出所有笔记」，得到一个 ZIP。',
    accept: `${ZIP},.html,.htm,text/html`,
  },
  {
    source: 'archive',
    name: '我的归档',
    icon: Archive,
    how: '从「导出我的全部记忆」下载的 ZIP，有分卷的请一起选上。',
    accept: ZIP,
  },
]

export const nameOf = (source: ImportSource): string => SOURCES.find((one) => one.source === source)!.name
