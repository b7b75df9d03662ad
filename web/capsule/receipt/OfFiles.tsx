import { FileCheck2, FilePlus2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { Intro } from '#web/ui/Intro.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Judging } from './Judging.tsx'
import { CANNOT_HASH, type Given, readGiven } from './readGiven.ts'
import styles from './Verify.module.css'

/** A receipt and an opened capsule, given as files, held against each other; originals beside them where there are any. */
export function OfFiles() {
  const [given, setGiven] = useState<Given>({ originals: [] })
  const [pasted, setPasted] = useState('')
  const { opened, originals } = given
  // It may have lost the end of its last line on the way.
  const proof = given.proof ?? (pasted && `${pasted.trimEnd()}\n`)
  const take = async (files: readonly File[]) => {
    try {
      const more = await readGiven(files)
      setGiven((old) => ({ ...old, ...more, originals: [...old.originals, ...more.originals] }))
    } catch {
      toast(CANNOT_HASH)
    }
  }
  return (
    <>
      <Intro icon={FileCheck2} title="把凭证和胶囊放在一起核对">
        <p>放入「凭证」和「可核对的胶囊」两个文件；胶囊里有图片、视频或文件的，可以再放入原件。</p>
      </Intro>
      <Picker onFiles={(files) => void take(files)} again={Boolean(proof || opened)} />
      {!given.proof && (
        <TextArea
          label="也可以把凭证粘贴在这里"
          rows={3}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
      )}
      {(proof || opened || originals.length > 0) && <List given={{ ...given, proof }} />}
      {proof && opened && <Judging proof={proof} opened={opened} originals={originals} />}
    </>
  )
}

type PickerProps = { onFiles: (files: readonly File[]) => void; again: boolean }

function Picker({ onFiles, again }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])]
    // The same file may be chosen again.
    currentTarget.value = ''
    onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button does the same
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <Button block kind={again ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
        <FilePlus2 size={20} strokeWidth={1.75} aria-hidden="true" />
        {again ? '再放入文件' : '选择文件'}
      </Button>
      <input ref={input} type="file" multiple hidden aria-label="放入文件" onChange={take} />
    </div>
  )
}

const List = ({ given: { proof, opened, originals } }: { given: Given }) => (
  <dl className={styles.given}>
    <div>
      <dt>凭证</dt>
      <dd>{proof ? '已放入' : '还没有'}</dd>
    </div>
    <div>
      <dt>胶囊</dt>
      <dd>{opened ? '已放入' : '还没有'}</dd>
    </div>
    {originals.length > 0 && (
      <div>
        <dt>其他文件</dt>
        <dd>{originals.map(({ name }) => name).join('、')}</dd>
      </div>
    )}
  </dl>
)
