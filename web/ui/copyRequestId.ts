import { copyText } from './copyLink.ts'

/** The id by which the site's operator finds a fault, on a line of its own: a tap copies it. Undefined without an id. */
export const copyRequestId = (id: string | undefined) =>
  id === undefined ? undefined : { label: `请求编号 ${id} · 复制`, act: () => void copyText(id, '请求编号') }
