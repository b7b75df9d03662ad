import type { Handlers } from '#server/platform/context.ts'
import { capsuleContacts } from './capsuleContacts.ts'
import { confirmContact, stopContact } from './confirmContact.ts'
import { contactAsker } from './contactAsker.ts'
import { noticeLog } from './noticeLog.ts'
import { renewLink } from './renewLink.ts'

export const noticeHandlers = {
  capsuleContacts,
  noticeLog,
  renewLink,
  contactAsker,
  confirmContact,
  stopContact,
} satisfies Partial<Handlers>
