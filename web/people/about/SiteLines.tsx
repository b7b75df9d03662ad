import { formatChina } from '#contract/time.ts'
import { useSiteFacts } from '#web/client/siteFacts.ts'
import { now } from '#web/ui/clock.ts'
import styles from './SiteLines.module.css'

const ICP_REGISTER = 'https://beian.miit.gov.cn/'
const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code='

/** The holder of the rights and the site's filing numbers, as far as they are set. */
export function SiteLines() {
  const { holder = '时光胶囊', icp, police } = useSiteFacts()
  return (
    <footer className={styles.lines}>
      <span>
        © {formatChina(now()).slice(0, 4)} {holder}
      </span>
      {icp && <Filed at={ICP_REGISTER} under={icp} />}
      {police && <Filed at={POLICE_REGISTER + police.replace(/\D/g, '')} under={police} />}
    </footer>
  )
}

const Filed = ({ at, under }: { at: string; under: string }) => (
  <a href={at} target="_blank" rel="noreferrer">
    {under}
  </a>
)
