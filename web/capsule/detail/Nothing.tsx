import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { useSignedIn } from '#web/client/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { DownloadBlock, HomeLink } from './DesktopOnly.tsx'

/** Codes that mean that the caller has nothing to see here. */
export const NOTHING_HERE: readonly number[] = [CODE.missing, CODE.badRequest, ...SIGN_IN_OVER]

type Props = {
  text?: string
  /** No ways into the product. */
  bare?: boolean
}

/** No capsule here, and the way home. */
export function Nothing({ text = '暂无胶囊~', bare }: Props) {
  const signedIn = useSignedIn()
  const home = () => go(signedIn ? 'home' : 'landing', {}, { replace: true })
  return (
    <Page title="解封" mood="universe" back={(signedIn && !bare) || undefined} right={!bare && <HomeLink />}>
      <Empty text={text} drawing={<EmptyOrbit />} action={!bare && <Button onClick={home}>返回首页</Button>} />
      {!bare && <DownloadBlock />}
    </Page>
  )
}
