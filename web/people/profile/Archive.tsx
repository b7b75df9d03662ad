import { Archive as ArchiveIcon, Download } from 'lucide-react'
import { ARCHIVE_CANCELLED, ARCHIVE_STATE, ARCHIVE_TITLE, type Archive as ArchiveRow } from '#contract/archive.ts'
import type { Output } from '#contract/calls.ts'
import { ENDING_TITLE } from '#contract/endingPage.ts'
import { href } from '#contract/pages.ts'
import { momentText } from '#contract/time.ts'
import { useCall, useSend } from '#web/client/api.ts'
import { prove } from '#web/client/proving.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardRow } from '#web/ui/Card.tsx'
import { copyLink } from '#web/ui/copyLink.ts'
import { countText } from '#web/ui/format.ts'
import { Intro } from '#web/ui/Intro.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { sizeText } from '#web/ui/sizeText.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './Archive.module.css'

const { waiting, making, ready, failed, ended } = ARCHIVE_STATE
const LOOK_AGAIN_MS = 3_000
const isInMaking = ({ state }: ArchiveRow): boolean => state === waiting || state === making

/** Everything the person has, in files that open without us: asked for here, followed while it is made, and downloaded. */
export function Archive() {
  const query = useCall(
    'exportList',
    {},
    { refetchInterval: ({ state }) => (state.data?.list.some(isInMaking) ? LOOK_AGAIN_MS : false) },
  )
  const newest = query.data?.list[0]
  return (
    <Page title={ARCHIVE_TITLE} back footer={query.data && !(newest && isInMaking(newest)) && <Make newest={newest} />}>
      <Intro icon={ArchiveIcon} title="你写下的一切，属于你">
        <p>日记、已解封的胶囊、草稿、图片、视频和文件的原件，都会装进一个压缩包；没有我们，没有网络，也能打开。</p>
        <p>还封着的胶囊照样封着：到了那一天才能看。</p>
        <a className={styles.more} href={href('ending')}>
          {ENDING_TITLE}
        </a>
      </Intro>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ list, kept, prove: ways }) => {
          const shown = list.find(({ state }) => state !== ended)
          const askAgain = async () => (await prove(ways!)) && void query.refetch()
          const show = ways && (() => void askAgain())
          return (
            <>
              {kept && <Kept kept={kept} onProve={show} />}
              {shown && <Shown archive={shown} onProve={show} />}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** Another one ends the one that is ready: beside its download it is not what is meant most. */
function Make({ newest }: { newest: ArchiveRow | undefined }) {
  const make = useSend('exportCreate', { onSuccess: () => toast('已开始，可以离开这个页面') })
  return (
    <Button
      block
      kind={newest?.state === ready ? 'secondary' : 'primary'}
      busy={make.isPending}
      onClick={() => make.mutate({})}
    >
      {newest ? '重新导出' : '开始导出'}
    </Button>
  )
}

type KeptProps = { kept: NonNullable<Output<'exportList'>['kept']>; onProve: (() => void) | undefined }

/** The archive that stays after the end of the product: where it lies, and the code that opens it. */
const Kept = ({ kept: { url, code, bytes }, onProve }: KeptProps) => (
  <Card as="section" className={styles.archive}>
    <h2 className={styles.kept}>停止运营以后，也能取回</h2>
    <p>你的全部记忆已经存成加密的文件（{sizeText(bytes)}），24 个月内都能下载。请把这一行抄下来，或者打印出来。</p>
    {onProve ? (
      <Button block kind="secondary" onClick={onProve}>
        验证身份后显示
      </Button>
    ) : (
      <>
        <p className={styles.code}>{code}</p>
        <Button block kind="secondary" onClick={() => void copyLink(url)}>
          复制地址和代码
        </Button>
      </>
    )}
  </Card>
)

type ShownProps = { archive: ArchiveRow; onProve: (() => void) | undefined }

function Shown({ archive, onProve }: ShownProps) {
  const { id, state, missing } = archive
  const cancel = useSend('exportCancel', { onSuccess: () => toast(ARCHIVE_CANCELLED) })
  async function askAndCancel() {
    const text = state === ready ? '下载链接立即失效，压缩包会被删除。' : '已经做好的部分会被删除。'
    if (await confirm({ title: '取消导出', text, ok: '取消导出', cancel: '再想想', danger: true }))
      cancel.mutate({ id })
  }
  return (
    <Card as="section" className={styles.archive}>
      <State archive={archive} />
      {state === ready && <Parts archive={archive} onProve={onProve} />}
      {missing.length > 0 && <Missing archive={archive} />}
      {state !== failed && (
        <div className={styles.end}>
          <Button kind="quiet" busy={cancel.isPending} onClick={() => void askAndCancel()}>
            不是我，或不需要了
          </Button>
        </div>
      )}
    </Card>
  )
}

function State({ archive: { state, done, total, bytes, created_at, expires_at } }: { archive: ArchiveRow }) {
  if (state === failed) return <p role="status">这一次没有做成，请重新导出。你的内容都还在。</p>
  if (state === ready) return <p role="status">已做好，保留到 {momentText(expires_at)}</p>
  return (
    <div role="status">
      <p>{total === 0 ? '正在准备…' : `正在装入第 ${countText(done)} 件，共 ${countText(total)} 件`}</p>
      <progress className={styles.progress} value={done} max={Math.max(total, 1)} aria-label="导出进度" />
      <p className="muted">
        {momentText(created_at)} 开始{bytes > 0 && ` · ${sizeText(bytes)}`}
      </p>
    </div>
  )
}

function Parts({ archive: { parts }, onProve }: ShownProps) {
  return (
    <>
      <ul className={styles.parts} aria-label="下载">
        {parts.map(({ name, bytes, url }, index) => (
          <CardRow
            as="li"
            small
            outlined
            key={name}
            end={
              onProve ? undefined : (
                <a className={styles.download} href={url} download aria-label={`下载第 ${index + 1} 个文件`}>
                  <Download size={20} strokeWidth={1.75} aria-hidden="true" />
                </a>
              )
            }
          >
            <b className={styles.name}>{name}</b>
            <span className="muted">{sizeText(bytes)}</span>
          </CardRow>
        ))}
      </ul>
      {onProve ? (
        <Button block kind="secondary" onClick={onProve}>
          验证身份后下载
        </Button>
      ) : (
        <p className="muted">
          {parts.length > 1 ? '请把所有分卷解压到同一个文件夹，再打开 index.html。' : '解压以后打开 index.html。'}
          链接 6 小时内有效，断了可以接着下载。
        </p>
      )}
    </>
  )
}

/** The things that could not be put in; the archive names them too. */
const Missing = ({ archive: { missing } }: { archive: ArchiveRow }) => (
  <div className={styles.missing}>
    <h3>没能完整装入的内容</h3>
    <ul>
      {missing.map(({ name, why }) => (
        <li key={`${name} ${why}`}>
          {name}：{why}
        </li>
      ))}
    </ul>
  </div>
)
