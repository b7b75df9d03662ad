import { Copy, ExternalLink } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { copyLink } from '#web/ui/copyLink.ts'
import { TextField } from '#web/ui/Field.tsx'
import styles from './CalendarFeed.module.css'
import { openUrl } from './openUrl.ts'

/** The address of the feed, and the two ways to put it into a calendar. */
export function FeedLink({ url }: { url: string }) {
  return (
    <Card as="section" aria-label="订阅链接">
      <TextField
        label="订阅链接"
        hint="知道这个链接的人都能看到你的解封日期，请不要告诉别人。"
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.ways}>
        <Button kind="primary" block onClick={() => openUrl(url.replace(/^https?:/, 'webcal:'))}>
          <ExternalLink size={20} strokeWidth={1.75} aria-hidden="true" />
          在日历中打开
        </Button>
        <Button kind="secondary" block onClick={() => void copyLink(url)}>
          <Copy size={20} strokeWidth={1.75} aria-hidden="true" />
          复制链接
        </Button>
      </div>
      <p className="muted">没有反应？复制链接，在日历应用里选择「添加订阅日历」或「通过网址添加」，粘贴即可。</p>
    </Card>
  )
}
