import { useId } from 'react'
import { PROVIDER_NAME } from '#contract/oauth.ts'
import { useSystem } from '#web/client/system.ts'
import { useGoToPlatform } from '#web/people/oauth/useGoToPlatform.ts'
import { PlatformIcon } from '#web/ui/PlatformIcon.tsx'
import styles from './SocialSignIn.module.css'
import type { Consent } from './useConsent.ts'

/** 其他登录方式: one button for each platform this site can ask. */
export function SocialSignIn({ consent }: { consent: Consent }) {
  const { providers } = useSystem()
  const { leaveFor } = useGoToPlatform('login')
  const headingId = useId()
  if (providers.length === 0) return null
  return (
    <section className={styles.social} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        其他登录方式
      </h2>
      <div className={styles.platforms}>
        {providers.map((provider) => (
          <button
            key={provider}
            type="button"
            className={styles.platform}
            data-provider={provider}
            aria-label={`${PROVIDER_NAME[provider]}登录`}
            onClick={() => void consent.whenAgreed(() => void leaveFor(provider))}
          >
            <PlatformIcon provider={provider} size={26} />
          </button>
        ))}
      </div>
    </section>
  )
}
