import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Detail, STATUS } from '#contract/capsule.ts'
import {
  CHANNEL_NAME,
  CONTACT_CHANNELS,
  CONTACTS_CHANGED,
  type ContactChannel,
  type ContactRow,
  LINK_ENDED,
  LINK_RENEWED,
} from '#contract/notice.ts'
import { formatChina } from '#contract/time.ts'
import { useCall, useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardList, CardSkeletons } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import rows from '#web/ui/Rows.module.css'
import { Sheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { WEIBO_ALONE } from './ContactField.tsx'
import { ContactItem } from './ContactItem.tsx'
import { Correction } from './Correction.tsx'
import styles from './Notices.module.css'

const NOBODY = '这枚胶囊没有联系人，到解封时间我们只会通知你自己。'
const MINUTE_MS = 60_000

/** The people told when the capsule may be opened; of a sealed capsule only the contacts can be corrected. */
export function ContactList({ capsule }: { capsule: Detail }) {
  // Seeing the contacts needs a proof of identity: coming back to the window must not ask for one.
  const calm = { refetchOnWindowFocus: false, refetchOnReconnect: false }
  const query = useCall('capsuleContacts', { capsule_id: capsule.id }, calm)
  return (
    <section>
      <h2 className={`muted ${rows.heading}`}>联系人</h2>
      <Loaded query={query} skeleton={<CardSkeletons count={2} size={22} top />}>
        {({ contacts }) => <Contacts capsule={capsule} contacts={contacts} />}
      </Loaded>
    </section>
  )
}

function Contacts({ capsule, contacts }: { capsule: Detail; contacts: readonly ContactRow[] }) {
  const [corrected, setCorrected] = useState<ContactChannel>('tel')
  const [open, setOpen] = useState(false)
  const { remove, renew, end } = useContactActions(capsule.id)
  const sealed = capsule.status !== STATUS.unsealed
  const due = capsule.open_time <= formatChina(useNow(MINUTE_MS))
  const missing = CONTACT_CHANNELS.filter((channel) => !contacts.some((row) => row.channel === channel))
  const row = contacts.find(({ channel }) => channel === corrected)

  function correct(channel: ContactChannel) {
    setCorrected(channel)
    setOpen(true)
  }

  return (
    <>
      {contacts.length === 0 && <p className={`muted ${styles.note}`}>{NOBODY}</p>}
      <CardList label="联系人">
        {contacts.map((contact) => (
          <li key={contact.channel}>
            <ContactItem
              contact={contact}
              onCorrect={sealed && correct}
              onRemove={sealed && contacts.length > 1 && remove.ask}
              onRenew={sealed && due && renew.ask}
              onEnd={!sealed && end.ask}
              busy={[remove.busy, renew.busy, end.busy].includes(contact.channel)}
            />
          </li>
        ))}
      </CardList>
      {contacts.length === 1 && contacts[0]?.channel === 'weibo' && sealed && (
        <p className={`muted ${styles.note}`}>{WEIBO_ALONE}</p>
      )}
      {sealed && missing.length > 0 && (
        <div className={styles.missing}>
          {missing.map((channel) => (
            <Button key={channel} kind="secondary" onClick={() => correct(channel)}>
              <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
              添加{CHANNEL_NAME[channel]}
            </Button>
          ))}
        </div>
      )}
      <Sheet open={open} onOpenChange={setOpen} title={`${row ? '更正' : '添加'}${CHANNEL_NAME[corrected]}`}>
        <Correction capsuleId={capsule.id} channel={corrected} row={row} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

/** Actions on one contact, each after a question; `busy` is the channel under way. */
function useContactActions(capsule_id: string) {
  const remove = useSend('capsuleContacts', { onSuccess: () => toast(CONTACTS_CHANGED) })
  const renew = useSend('renewLink', { onSuccess: () => toast(LINK_RENEWED) })
  const end = useSend('renewLink', { onSuccess: () => toast(LINK_ENDED) })

  async function askAndRemove({ channel, address }: ContactRow) {
    const name = CHANNEL_NAME[channel]
    const text = `到解封时间，我们将不再通过${name} ${address} 通知对方。`
    if (await confirm({ title: `删除${name}`, text, ok: '删除', danger: true }))
      remove.mutate({ capsule_id, contact: { [channel]: '' } })
  }

  async function askAndRenew({ channel, address }: ContactRow) {
    const text = `旧链接将立即失效，新链接会发送给${CHANNEL_NAME[channel]} ${address}。`
    if (await confirm({ title: '重新发送链接', text, ok: '重新发送' })) renew.mutate({ capsule_id, channel })
  }

  async function askAndEnd({ channel, address }: ContactRow) {
    const text = `${CHANNEL_NAME[channel]} ${address} 将不能再用链接查看这枚胶囊。`
    if (await confirm({ title: '停止链接', text, ok: '停止', danger: true })) end.mutate({ capsule_id, channel })
  }

  const removed = Object.keys(remove.variables?.contact ?? {})[0]
  return {
    remove: { ask: askAndRemove, busy: remove.isPending ? removed : undefined },
    renew: { ask: askAndRenew, busy: renew.isPending ? renew.variables.channel : undefined },
    end: { ask: askAndEnd, busy: end.isPending ? end.variables.channel : undefined },
  }
}
