import type { Handlers } from '#server/platform/context.ts'
import { importDiaries } from './importDiaries.ts'
import { importPreview } from './importPreview.ts'
import { listImports, undoImport } from './undoImport.ts'

export const importHandlers = {
  importDiaries,
  importPreview,
  imports: listImports,
  undoImport,
} satisfies Partial<Handlers>
