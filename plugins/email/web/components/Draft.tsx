/** A draft in three steps: what it says, whom it goes to and when, and what is looked at before it is sent. It saves itself. */
import { ownZone } from '@atrium/sdk'
import {
  Button,
  Card,
  CardHead,
  Dialog,
  formatTime,
  Form,
  Note,
  Tabs,
  toast,
  useConfirm,
  useEdits,
  useFieldErrors,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { type Broadcast } from '../../contract.ts'
import { AudienceCard, useReach } from './AudienceCard.tsx'
import { Canvas } from './Canvas.tsx'
import { checksOf } from './checks.ts'
import { Checklist, type Step } from './Checklist.tsx'
import { ApplyTemplateDialog, NoMailServer, SaveTemplateDialog, TestDialog } from './DraftDialogs.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { useLooks } from './looks.ts'
import { Preview } from './Preview.tsx'
import { tomorrow, TwoSubjects, type When, WhenCard } from './Timing.tsx'
import { type Written, writtenIn } from './written.ts'

const { routes } = contract
/** Of rest, after which what was written is saved. */
const AUTOSAVES_MS = 2_000
const STEPS = ['write', 'audience', 'check'] as const
type Shown = 'preview' | 'test' | 'template' | 'save_template'

export function Draft({ broadcast }: { broadcast: Broadcast }) {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryCache()
  const { id } = broadcast
  const [step, setStep] = useState<Step>('write')
  const [shown, setShown] = useState<Shown | null>(null)
  const [when, setWhen] = useState<When>(() => ({ mode: 'now', at: tomorrow() }))
  const sender = useRead(routes.addressSettings).data
  const { lookOf } = useLooks()
  const saved = useMemo(() => writtenIn(broadcast), [broadcast])
  const update = useWrite(routes.update, { invalidates: [routes.preview, routes.list] })
  const { value, set, busy, errors, form, bar, savedAt } = useEdits<Written>(
    saved,
    async (changes, version) => {
      const reply = await update.mutateAsync({ params: { id }, body: { ...changes, version } as never })
      cache.update(routes.show, { params: { id } }, () => reply)
    },
    {
      version: broadcast.version,
      fieldsOf: (record: Broadcast) => writtenIn(record),
      label: (field) => t(`field.${field}`),
      words: (_, it) => (typeof it === 'string' ? it : null),
    },
    AUTOSAVES_MS,
  )
  const reach = useReach(value.audience)
  const count = reach.data?.count ?? 0
  const checks = checksOf(value, { sender, count: reach.data?.count, when, testedAt: broadcast.tested_at, savedAt: broadcast.updated_at })
  const isReady = checks.every(({ isOk, isNeeded }) => isOk || !isNeeded)
  const sendNow = useWrite(routes.sendNow, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const schedule = useWrite(routes.schedule, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const scheduleErrors = useFieldErrors(schedule.error)
  const sending = sendNow.isPending || schedule.isPending
  const look = lookOf(value.theme_id)

  /** Shows or sends what is saved, so that is saved first; false where it was refused. */
  async function save(): Promise<boolean> {
    if (bar.saving) {
      toast.error(t('draft.saving_first'))
      return false
    }
    return Promise.resolve(bar.onSave()).then(
      () => true,
      () => false,
    )
  }
  /** A step that is left is saved. */
  const go = (to: Step) => {
    if (bar.dirty && !bar.saving) void save()
    setStep(to)
  }
  const show = async (what: Shown) => {
    if (await save()) setShown(what)
  }
  async function send() {
    if (!(await save())) return
    const at = new Date(when.at)
    const said = { count, when: formatTime(at, { kind: 'datetime', within: true }) }
    const isNow = when.mode === 'now'
    const question = {
      title: isNow ? t('send.title', { name: broadcast.name }) : t('schedule.title', { name: broadcast.name }),
      text: isNow ? t('send.text', said) : when.mode === 'local' ? t('schedule.text_local', said) : t('schedule.text', said),
      action: isNow ? t('send.action', said) : t('schedule.action', said),
    }
    if (!(await confirm(question))) return
    const params = { id }
    const act = isNow
      ? sendNow.mutateAsync({ params })
      : schedule.mutateAsync({ params, body: { scheduled_at: at.toISOString(), is_local_time: when.mode === 'local', time_zone: ownZone() } })
    await act.then(
      () => toast.success(t(isNow ? 'send.done' : 'schedule.done')),
      () => {},
    )
  }
  const at = STEPS.indexOf(step)
  const next = STEPS[at + 1]
  return (
    <Form {...form}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b max-desk:border-0">
        <Tabs
          className="min-w-0 flex-1 border-0! max-desk:basis-full max-desk:border-b!"
          label={t('draft.steps')}
          current={step}
          items={STEPS.map((key, index) => ({ key, label: t('draft.step', { number: index + 1, name: t(`step.${key}`) }), onSelect: () => go(key) }))}
        />
        <span role="status" className="min-w-0 flex-1 text-end text-13 text-text-3 tabular-nums desk:flex-none max-desk:text-start">
          {bar.saving
            ? t('draft.saving')
            : bar.dirty
              ? t('draft.unsaved')
              : savedAt
                ? t('draft.saved_at', { time: formatTime(savedAt, { kind: 'time' }) })
                : ''}
        </span>
        <span className="flex gap-2 pb-1.5">
          <Button icon="eye" onClick={() => void show('preview')}>
            {t('preview.title')}
          </Button>
          <Button icon="send" onClick={() => void show('test')}>
            {t('test.action')}
          </Button>
        </span>
      </div>
      {sender && !sender.has_mail_server && <NoMailServer />}
      {step === 'write' && (
        <div className="grid min-w-0 items-start gap-4 wide:grid-cols-[minmax(0,1fr)_300px]">
          <div className="grid min-w-0 gap-4">
            {errors.blocks && <Note tone="danger">{errors.blocks}</Note>}
            <Canvas blocks={value.blocks} look={look} footer={sender?.footer_html} onBusy={busy} onChange={(blocks) => set({ blocks })} />
          </div>
          <EmailSettings
            edits={{ value, set, errors }}
            from={sender?.from_address}
            onTemplate={() => void show('template')}
            onSaveTemplate={() => void show('save_template')}
          />
        </div>
      )}
      {step === 'audience' && (
        <div className="mx-auto grid w-full max-w-[840px] gap-4">
          <AudienceCard
            value={value.audience}
            people={broadcast.people}
            reach={reach}
            error={errors['audience.segment_ids'] ?? errors['audience.member_ids'] ?? errors.audience}
            onChange={(audience) => set({ audience })}
          />
          <TwoSubjects value={value} count={reach.data?.count} onChange={set} />
          <WhenCard value={when} error={scheduleErrors.scheduled_at} onChange={setWhen} />
        </div>
      )}
      {step === 'check' && (
        <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_400px]">
          <Card as="section" aria-label={t('preview.title')} className="max-wide:order-last">
            <CardHead title={t('preview.title')} />
            <div className="p-4 desk:p-5">
              <Preview id={id} hasTwo={value.experiment !== null} />
            </div>
          </Card>
          <div className="grid gap-4">
            <Checklist checks={checks} blocks={value.blocks} testedAt={broadcast.tested_at} onStep={setStep} onTest={() => void show('test')} />
            <Button
              variant="primary"
              size="lg"
              block
              icon={when.mode === 'now' ? 'send' : 'clock'}
              disabled={!isReady || bar.saving}
              loading={sending}
              onClick={() => void send()}
            >
              {when.mode === 'now' ? t('send.to', { count }) : t('schedule.to', { count })}
            </Button>
          </div>
        </div>
      )}
      <div className="flex justify-between gap-2">
        {at > 0 ? (
          <Button icon="arrow-left" onClick={() => go(STEPS[at - 1]!)}>
            {t('draft.back')}
          </Button>
        ) : (
          <span />
        )}
        {next && (
          <Button variant="primary" onClick={() => go(next)}>
            {t('draft.next', { name: t(`step.${next}`) })}
          </Button>
        )}
      </div>
      {shown === 'preview' && (
        <Dialog open onOpenChange={(open) => !open && setShown(null)} title={t('preview.title')} width={760}>
          <Preview id={id} hasTwo={value.experiment !== null} />
        </Dialog>
      )}
      {shown === 'test' && <TestDialog id={id} sender={sender} onClose={() => setShown(null)} />}
      {shown === 'save_template' && <SaveTemplateDialog broadcast={{ ...broadcast, ...value }} onClose={() => setShown(null)} />}
      {shown === 'template' && (
        <ApplyTemplateDialog
          id={id}
          onClose={() => setShown(null)}
          onApplied={(reply) => {
            bar.onReset()
            cache.update(routes.show, { params: { id } }, () => reply)
          }}
        />
      )}
    </Form>
  )
}
