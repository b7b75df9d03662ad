import { BOUND, PROVIDER_NAME, PROVIDERS } from '#contract/oauth.ts'
import { UNBIND, type User } from '#contract/profile.ts'
import { PROVED } from '#contract/prove.ts'
import { maskTel } from '#contract/tel.ts'
import { useSend } from '#web/client/api.ts'
import { useSystem, useSystemComing } from '#web/client/system.ts'
import { useGoToPlatform } from '#web/people/oauth/useGoToPlatform.ts'
import { useOauthReturn } from '#web/people/oauth/useOauthReturn.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { toast } from '#web/ui/toast.tsx'
import { boundAs } from './boundAs.ts'
import { useChangeUser } from './useChangeUser.ts'
import { useSettingPage } from './useSettingPage.ts'

const STAYS = '胶囊、日记和余额都还在。'
/** The losses that come with unbinding. */
const lostWith = (way: keyof typeof UNBIND, name: string): string =>
  way === 'tel'
    ? '解绑后，不能再用这个手机号和密码登录，提醒你的短信不再发到这里；公开内容、换昵称和头像都要先绑定手机号。'
    : `解绑后，不能再用这个${name}账号登录。`

/** The ways to sign in: the number, and the platforms; each can be bound and, but for the last one, unbound. */
export function Bindings({ user }: { user: User }) {
  const { open, isBeside } = useSettingPage()
  const bindTel = { onClick: () => open('bindTel'), chosen: isBeside('bindTel') }
  const { providers } = useSystem()
  const coming = useSystemComing()
  const { leavingFor, leaveFor } = useGoToPlatform('bind')
  const unbind = useChangeUser('unbind', '解绑成功')
  const bind = {
    wechat: useChangeUser('wechatBind', BOUND),
    weibo: useChangeUser('weiboBind', BOUND),
  }
  const prove = useSend('proveAgain', { onSuccess: () => toast(PROVED) })
  useOauthReturn(({ provider, code, state, proves }) => {
    if (proves) prove.mutate({ provider, code, state })
    else bind[provider].mutate({ code, state })
  })

  const names = boundAs(user)
  // Each platform has its row until it is known which ones there are, so that the rows below do not move.
  const shown = PROVIDERS.filter((provider) => coming || names[provider] || providers.includes(provider))
  const unbinds = (way: keyof typeof UNBIND) => unbind.isPending && unbind.variables.type === UNBIND[way]

  async function askAndUnbind(way: keyof typeof UNBIND, name: string) {
    const sure = await confirm({ title: '您确定要解绑吗？', text: `${lostWith(way, name)}${STAYS}`, danger: true })
    if (sure) unbind.mutate({ type: UNBIND[way] })
  }

  return (
    <Rows title="账号与绑定">
      {user.tel ? (
        <>
          <Row
            label="手机号"
            value={maskTel(user.tel)}
            action="解绑"
            busy={unbinds('tel')}
            onClick={() => void askAndUnbind('tel', '手机号')}
          />
          <Row label="更换手机号" {...bindTel} />
        </>
      ) : (
        <Row label="手机号" value="未绑定" action="去绑定" {...bindTel} />
      )}
      {shown.map((provider) =>
        names[provider] ? (
          <Row
            key={provider}
            label={PROVIDER_NAME[provider]}
            value={names[provider]}
            action="解绑"
            busy={unbinds(provider)}
            onClick={() => void askAndUnbind(provider, PROVIDER_NAME[provider])}
          />
        ) : (
          <Row
            key={provider}
            label={PROVIDER_NAME[provider]}
            value={bind[provider].isPending ? '正在关联…' : '未绑定'}
            action="去绑定"
            busy={coming || bind[provider].isPending || leavingFor === provider}
            onClick={() => void leaveFor(provider)}
          />
        ),
      )}
    </Rows>
  )
}
