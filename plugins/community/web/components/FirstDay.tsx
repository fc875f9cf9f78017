/** A newcomer's first steps: what can be done on the spot is done here, the rest is a press away. */
import {
  Button,
  Card,
  FilePicker,
  Form,
  Icon,
  IconButton,
  Input,
  LinkButton,
  Progress,
  toast,
  uploadFile,
  useRead,
  useStored,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { type ReactNode, useState } from 'react'
import contract, { type FirstStep, type Welcome } from '../../contract.ts'

type Step = Welcome['steps'][number]
const ICONS: Record<FirstStep, string> = { picture: 'camera', headline: 'pencil', spaces: 'layout-grid', introduce: 'hand' }

export function FirstDay({ memberId }: { memberId: number }) {
  const t = useT()
  const [closed, setClosed] = useStored(`community.welcome.${memberId}`, false)
  // asked anew: the steps are done on other pages
  const { data } = useRead(contract.routes.welcome, undefined, { enabled: !closed, staleTime: 0 })
  if (!data?.show || closed) return null
  const { title, text, steps } = data
  if (!title && !text && steps.length === 0) return null
  const done = steps.filter((step) => step.done).length
  const all = steps.length > 0 && done === steps.length
  const next = steps.find((step) => !step.done)?.key
  const said = t('first.progress', { done, total: steps.length })
  return (
    <Card className="relative">
      <div className="absolute top-2 end-2">
        <IconButton icon="x" size="sm" label={t('welcome.close')} onClick={() => setClosed(true)} />
      </div>
      <div className="grid gap-1 p-4 pe-12 desk:px-5">
        <h2 className="text-17">{all ? t('first.all') : title || t('welcome.title')}</h2>
        <p className="max-w-[64ch] whitespace-pre-line text-text-2">{all ? t('first.all_text') : text || t('welcome.text')}</p>
        {steps.length > 0 && (
          <div className="mt-2 flex items-center gap-3">
            <div className="flex-1">
              <Progress value={(done / steps.length) * 100} label={said} />
            </div>
            <span className="text-13 text-text-3 tabular-nums">{said}</span>
          </div>
        )}
      </div>
      {steps.length > 0 && !all && (
        <ol className="divide-y divide-border border-t">
          {steps.map((step) => (
            <Row key={step.key} step={step} isNext={step.key === next} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Row({ step, isNext }: { step: Step; isNext: boolean }) {
  const t = useT()
  const { key, done, to, points } = step
  const acts: Record<FirstStep, ReactNode> = {
    picture: <PickPicture />,
    headline: <WriteHeadline isNext={isNext} />,
    spaces: <Go to={to} isNext={isNext} label={t('first.spaces_go')} />,
    introduce: <Go to={to} isNext={isNext} label={t('first.introduce_go')} />,
  }
  return (
    <li className={`flex flex-wrap items-center gap-x-3.5 gap-y-2.5 px-4 py-3 desk:px-5 ${isNext ? 'bg-surface-2' : ''}`}>
      <span
        className={`grid size-7 flex-none place-items-center rounded-full ${done ? 'bg-success-soft text-success' : 'text-text-3 shadow-[inset_0_0_0_1.5px_var(--border-field)]'}`}
      >
        <Icon name={done ? 'check' : ICONS[key]} size="sm" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className={`font-medium ${done ? 'text-text-3 line-through decoration-1' : ''}`}>
          {t(`first.${key}`)}
          <span className="sr-only"> {t(done ? 'steps.is_done' : 'steps.is_open')}</span>
        </p>
        {!done && <p className="text-13 text-text-3">{t(`first.${key}_text`)}</p>}
      </div>
      {points !== null && (
        <span className={`rounded-full px-2 py-0.5 text-12 font-semibold tabular-nums ${done ? 'bg-success-soft text-success' : 'bg-press text-text-2'}`}>
          {t('first.points', { count: points })}
        </span>
      )}
      {!done && acts[key]}
    </li>
  )
}

const Go = ({ to, isNext, label }: { to: string; isNext: boolean; label: string }) => (
  <LinkButton size="sm" variant={isNext ? 'primary' : 'default'} to={to}>
    {label}
  </LinkButton>
)

function PickPicture() {
  const t = useT()
  const [progress, setProgress] = useState<number | null>(null)
  const save = useWrite(auth.routes.updateAccount, { invalidates: [contract.routes.welcome] })
  async function upload(file: File) {
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      await save.mutateAsync({ body: { avatar_signed_id: signed_id } })
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(null)
    }
  }
  return (
    <FilePicker
      accept="image/png,image/jpeg,image/webp,image/gif"
      onFile={(file) => void upload(file)}
      progress={progress ?? undefined}
      crop={{ ratio: 1, width: 800, round: true }}
      label={t('first.picture_go')}
    />
  )
}

function WriteHeadline({ isNext }: { isNext: boolean }) {
  const t = useT()
  const [headline, setHeadline] = useState('')
  const save = useWrite(auth.routes.updateAccount, { invalidates: [contract.routes.welcome], onError: (error) => toast.error(error.message) })
  return (
    <Form className="w-full grid-cols-[minmax(0,1fr)_auto] gap-2!" onSubmit={() => save.mutateAsync({ body: { headline: headline.trim() } }).catch(() => {})}>
      <Input
        aria-label={t('first.headline')}
        placeholder={t('first.headline_hint')}
        maxLength={160}
        value={headline}
        onChange={(event) => setHeadline(event.target.value)}
      />
      <Button type="submit" variant={isNext ? 'primary' : 'default'} disabled={!headline.trim()} loading={save.isPending}>
        {t('first.headline_go')}
      </Button>
    </Form>
  )
}
