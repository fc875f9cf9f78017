/** A transcript beside its recording: a press on a line goes there, and whoever may edit corrects words and times. */
import {
  Button,
  Card,
  cx,
  EmptyState,
  Icon,
  IconButton,
  Input,
  LinkButton,
  PageHeader,
  Player,
  Query,
  SaveBar,
  Screen,
  Skeleton,
  Textarea,
  toast,
  useBlocker,
  useParams,
  useRead,
  useSearch,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import contract, { type Playback, type Transcript } from '../../contract.ts'
import { fromText, toText } from '../components/times.ts'

/** Seconds of a new line. */
const NEW_LINE = 3

interface Line {
  key: number
  start: string
  end: string
  text: string
}
let keys = 0
const lineOf = ({ start, end, text }: Transcript['cues'][number]): Line => ({ key: ++keys, start: toText(start), end: toText(end), text })

export default function TranscriptScreen() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const src = useSearch().get('src') ?? undefined
  const query = useRead(contract.routes.transcript, { params: { id: Number(id) }, query: { src } })
  const fileId = query.data?.file_id
  const playing = useRead(contract.routes.transcoding, { params: { id: fileId ?? 0 }, query: { src } }, { enabled: fileId !== undefined })
  return (
    <Screen name="media/Transcript" title={t('transcript.title')} layout="wide">
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {(transcript) => <Loaded key={transcript.updated_at} transcript={transcript} playback={playing.data} />}
      </Query>
    </Screen>
  )
}

function Loaded({ transcript, playback }: { transcript: Transcript; playback: Playback | undefined }) {
  const t = useT()
  const { id, filename, label, can_edit } = transcript
  const [media, setMedia] = useState<HTMLMediaElement | null>(null)
  const [lines, setLines] = useState(() => transcript.cues.map(lineOf))
  const [changed, setChanged] = useState(false)
  const [wrong, setWrong] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const now = useMoment(media)
  const invalidates = [contract.routes.transcript, contract.routes.transcoding]
  const save = useWrite(contract.routes.updateTranscript, { invalidates, onError: (error) => toast.error(error.message) })
  useBlocker(changed && !save.isPending, t('transcript.leave'))
  const change = (key: number, part: Partial<Line>) => {
    setChanged(true)
    setWrong(null)
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...part } : line)))
  }
  const add = () => {
    const start = Math.max(now, fromText(lines.at(-1)?.end ?? '') ?? 0)
    setChanged(true)
    setLines((all) => [...all, lineOf({ start, end: start + NEW_LINE, text: '' })])
  }
  const submit = async () => {
    const cues = lines.map(({ start, end, text }) => ({ start: fromText(start), end: fromText(end), text: text.trim() }))
    const at = cues.findIndex(({ start, end, text }) => start === null || end === null || end <= start || !text)
    if (at >= 0) {
      setWrong(lines[at]!.key)
      return toast.error(t('transcript.wrong', { number: at + 1 }))
    }
    if (!(await save.mutateAsync({ params: { id }, body: { cues: cues as Transcript['cues'] } }).catch(() => null))) return
    setChanged(false)
    toast.success(t('transcript.saved'))
  }
  const replace = async (file: File) => {
    if (await save.mutateAsync({ params: { id }, body: { vtt: await file.text() } }).catch(() => null)) toast.success(t('transcript.saved'))
  }
  const seek = (seconds: number | null) => {
    if (!media || seconds === null) return
    media.currentTime = seconds
    void media.play().catch(() => {})
  }
  return (
    <>
      <PageHeader
        title={t('transcript.heading', { name: label })}
        text={filename}
        actions={
          <>
            {can_edit && (
              <Button icon="upload" onClick={() => input.current?.click()}>
                {t('captions.upload')}
              </Button>
            )}
            <LinkButton to={transcript.vtt_url} icon="download" download="">
              {t('transcript.download')}
            </LinkButton>
            <input
              ref={input}
              type="file"
              hidden
              accept=".vtt,.srt,text/vtt"
              aria-label={t('captions.upload')}
              onChange={({ target }) => {
                const file = target.files?.[0]
                target.value = ''
                if (file) void replace(file)
              }}
            />
          </>
        }
      />
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0 desk:sticky desk:top-[calc(var(--header-h)+24px)]">
          {playback ? <Player id={playback.id} src={playback.url} kind={playback.kind} label={filename} onMedia={setMedia} /> : <Skeleton w="100%" h={240} />}
        </div>
        <Card>
          {lines.length === 0 && (
            <EmptyState icon="captions" title={t('transcript.empty')} text={t(can_edit ? 'transcript.empty_edit' : 'transcript.empty_text')} />
          )}
          <ol>
            {lines.map((line) => {
              const [start, end] = [fromText(line.start), fromText(line.end)]
              const said = start !== null && end !== null && now >= start && now < end
              const look = cx('not-first:border-t px-3 py-2 transition-colors', said && 'bg-brand-soft', wrong === line.key && 'bg-danger-soft')
              return can_edit ? (
                <li key={line.key} className={cx(look, 'flex items-start gap-2')}>
                  <IconButton icon="play" size="sm" label={t('transcript.seek', { time: line.start })} onClick={() => seek(start)} />
                  <span className="grid w-20 shrink-0 gap-1">
                    <Input
                      aria-label={t('transcript.start')}
                      value={line.start}
                      inputMode="decimal"
                      aria-invalid={start === null || undefined}
                      onChange={({ target }) => change(line.key, { start: target.value })}
                      className="h-7 px-1.5 text-12 tabular-nums"
                    />
                    <Input
                      aria-label={t('transcript.end')}
                      value={line.end}
                      inputMode="decimal"
                      aria-invalid={end === null || (start !== null && end <= start) || undefined}
                      onChange={({ target }) => change(line.key, { end: target.value })}
                      className="h-7 px-1.5 text-12 tabular-nums"
                    />
                  </span>
                  <Textarea
                    aria-label={t('transcript.text')}
                    rows={2}
                    maxLength={1000}
                    value={line.text}
                    onChange={({ target }) => change(line.key, { text: target.value })}
                    className="min-w-0 flex-1"
                  />
                  <IconButton
                    icon="trash-2"
                    size="sm"
                    label={t('transcript.remove', { time: line.start })}
                    onClick={() => {
                      setChanged(true)
                      setLines((all) => all.filter(({ key }) => key !== line.key))
                    }}
                  />
                </li>
              ) : (
                <li key={line.key} className={look} aria-current={said || undefined}>
                  <button type="button" onClick={() => seek(start)} className="flex w-full items-baseline gap-3 text-start max-desk:min-h-11">
                    <span className="w-12 shrink-0 text-12 tabular-nums text-text-3">{line.start}</span>
                    <span className="min-w-0 whitespace-pre-line">{line.text}</span>
                  </button>
                </li>
              )
            })}
          </ol>
          {can_edit && (
            <button type="button" onClick={add} className="flex w-full items-center gap-2 border-t px-4 py-3 text-13 font-medium text-text-2 hover:bg-hover">
              <Icon name="plus" size="sm" />
              {t('transcript.add')}
            </button>
          )}
        </Card>
      </div>
      {can_edit && (
        <SaveBar
          dirty={changed}
          saving={save.isPending}
          onSave={() => void submit()}
          onReset={() => {
            setLines(transcript.cues.map(lineOf))
            setChanged(false)
            setWrong(null)
          }}
        />
      )}
    </>
  )
}

/** Where the recording is, in seconds. */
function useMoment(media: HTMLMediaElement | null): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!media) return
    const read = () => setNow(media.currentTime)
    for (const name of ['timeupdate', 'seeked']) media.addEventListener(name, read)
    return () => {
      for (const name of ['timeupdate', 'seeked']) media.removeEventListener(name, read)
    }
  }, [media])
  return now
}
