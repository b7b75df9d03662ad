import { vi } from 'vitest'
import type { Grant } from '#contract/media.ts'

const host = (kind: string, owner: string) => ({
  upload: '/oss',
  preview: `/m/2000000000.fresh/`,
  prefix: `${kind}/${owner}/`,
  fields: { policy: 'signed' },
})

/** What `ossToken` answers this person. */
export const grantFor = (owner: string): Grant => ({
  AccessKeyId: 'id',
  AccessKeySecret: 'secret',
  SecurityToken: 'token',
  Expiration: '2100-01-01T00:00:00Z',
  status: 200,
  hosts: { image: host('image', owner), video: host('video', owner), file: host('file', owner) },
})

type Posted = {
  form: FormData
  progress: (share: number) => void
  answer: (status: number, code?: string) => void
  aborted: boolean
}

/** Stands in for the store and for what only a browser with pictures can do; `posted` are the uploads, oldest first. */
export function standInForUploads() {
  const posted: Posted[] = []
  vi.stubGlobal('XMLHttpRequest', function request(this: XMLHttpRequest) {
    return fakeRequest(posted)
  })
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  return posted
}

function fakeRequest(posted: Posted[]) {
  const request = {
    status: 0,
    responseText: '',
    upload: {} as { onprogress?: (event: { loaded: number; total: number }) => void },
    onload: undefined as undefined | (() => void),
    onloadend: undefined as undefined | (() => void),
    open: () => undefined,
    setRequestHeader: () => undefined,
    abort: () => {
      for (const mine of posted) if (mine.form === sent) mine.aborted = true
    },
    send: (form: FormData) => {
      sent = form
      posted.push({ form, progress, answer, aborted: false })
    },
  }
  let sent: FormData | undefined
  const progress = (share: number) => request.upload.onprogress?.({ loaded: share, total: 1 })
  const answer = (status: number, code = '') => {
    Object.assign(request, { status, responseText: `<Code>${code}</Code>` })
    request.onload?.()
    request.onloadend?.()
  }
  return request
}
