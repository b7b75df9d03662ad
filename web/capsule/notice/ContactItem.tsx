import { CHANNEL_NAME, type ContactRow, WEIBO_PROMISE } from '#contract/notice.ts'
import { momentText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { CONTACT_BADGE } from './badges.ts'
import { ChannelIcon } from './ChannelIcon.tsx'
import styles from './Notices.module.css'
import { State } from './State.tsx'

type Act = false | ((contact: ContactRow) => void)
type Props = {
  contact: ContactRow
  onCorrect: false | ((channel: ContactRow['channel']) => void)
  onRemove: Act
  onRenew: Act
  onEnd: Act
  busy: boolean
}

/** One way in which somebody is told, whether they know of it, and what can be done about it as long as it is sealed. */
export function ContactItem({ contact, onCorrect, onRemove, onRenew, onEnd, busy }: Props) {
  const { channel, address, state, confirmed_at, mention } = contact
  const name = CHANNEL_NAME[channel]
  return (
    <CardRow top start={<ChannelIcon to={channel} />}>
      <p className={styles.line}>
        <b>
          {name} <span className={styles.address}>{address}</span>
        </b>
        {(onCorrect || state === 'confirmed') && <State badge={CONTACT_BADGE[state]} />}
      </p>
      {confirmed_at && <p className="muted">{momentText(confirmed_at)} 确认</p>}
      {channel === 'weibo' && (
        <p className="muted">
          {WEIBO_PROMISE}。{mention ? '你已允许公开@提醒' : '你未允许公开@提醒'}
        </p>
      )}
      <div className={styles.actions}>
        {onCorrect && (
          <Button kind="quiet" label={`更正${name}`} onClick={() => onCorrect(channel)}>
            更正
          </Button>
        )}
        {onRemove && (
          <Button kind="quiet" label={`删除${name}`} busy={busy} onClick={() => onRemove(contact)}>
            删除
          </Button>
        )}
        {onRenew && state !== 'stopped' && (
          <Button kind="quiet" label={`重新发送链接给${name}`} busy={busy} onClick={() => onRenew(contact)}>
            重新发送链接
          </Button>
        )}
        {onEnd && contact.link === 1 && (
          <Button kind="quiet" label={`停止链接：${name}`} busy={busy} onClick={() => onEnd(contact)}>
            停止链接
          </Button>
        )}
      </div>
    </CardRow>
  )
}
