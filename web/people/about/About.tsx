import { BookOpen, FileText, MessageCircle, MessageSquareText, ShieldCheck, Stamp } from 'lucide-react'
import { FEEDBACK_TITLE } from '#contract/feedback.ts'
import { AGREEMENT, AGREEMENT_NAME, APP_VERSION, APP_VERSION_CODE } from '#contract/system.ts'
import { VERIFY_TITLE } from '#contract/verifying.ts'
import { useSignedIn } from '#web/client/session.ts'
import { useSiteFacts } from '#web/client/siteFacts.ts'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Row, RowLink, Rows } from '#web/ui/Rows.tsx'
import styles from './About.module.css'
import { SiteLines } from './SiteLines.tsx'

/** Written by the build (scripts/licenses.mjs). */
const LICENSES = '/licenses.html'

/** The product, its operator and how to reach them; open to everybody. */
export function About() {
  const signedIn = useSignedIn()
  const { contact } = useSiteFacts()
  return (
    <Page title="关于" back>
      <div className={styles.product}>
        <img src="/icon.svg" alt="" width={72} height={72} />
        <p className={styles.name}>时光胶囊</p>
        <p className="muted">
          版本 {APP_VERSION} ({APP_VERSION_CODE})
        </p>
      </div>
      {(signedIn || contact) && (
        <Rows label="怎样找到我们">
          {signedIn && <Row label={FEEDBACK_TITLE} icon={MessageSquareText} onClick={() => go('feedback')} />}
          {contact && <RowLink label="联系我们" icon={MessageCircle} value={contact} to={addressIn(contact)} />}
        </Rows>
      )}
      <Rows label="协议与许可">
        <Row label={AGREEMENT_NAME[AGREEMENT.terms]} icon={FileText} onClick={() => read(AGREEMENT.terms)} />
        <Row label={AGREEMENT_NAME[AGREEMENT.privacy]} icon={ShieldCheck} onClick={() => read(AGREEMENT.privacy)} />
        <RowLink label="开源许可" icon={BookOpen} to={LICENSES} />
      </Rows>
      <Rows label="封存凭证">
        <Row label={VERIFY_TITLE} icon={Stamp} onClick={() => go('verify')} />
      </Rows>
      <SiteLines />
    </Page>
  )
}

const read = (type: number) => go('userProtocol', { type: String(type) })

/** Where a contact leads: an e-mail address or a web address; other words lead nowhere. */
function addressIn(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) return contact
  return /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(contact) ? `mailto:${contact}` : undefined
}
