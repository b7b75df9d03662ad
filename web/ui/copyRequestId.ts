import { copyText } from './copyLink.ts'

/** What whoever runs the site finds a fault by, on a line of its own: a tap copies it. Nothing where there is none. */
export const copyRequestId = (id: string | undefined) =>
  id === undefined ? undefined : { label: `请求编号 ${id} · 复制`, act: () => void copyText(id, '请求编号') }
