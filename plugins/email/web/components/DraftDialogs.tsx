/** What is done with a draft in passing: a test of it, a template made of it, one laid over it. */
import {
  cx,
  EmptyState,
  Field,
  FormDialog,
  Icon,
  Input,
  LinkButton,
  Note,
  Query,
  RadioGroup,
  Skeleton,
  Textarea,
  toast,
  useFieldErrors,
  useReadPages,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import contract, { type Broadcast, type Sender, type Template } from '../../contract.ts'
import { useLooks } from './looks.ts'
import { Thumbnail } from './Paper.tsx'

const { routes } = contract
/** Addresses of one test. */
const MOST = 5

export function NoMailServer({ className }: { className?: string }) {
  const t = useT()
  return (
    <Note tone="warning" icon="server" title={t('server.title')} className={className}>
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>{t('server.text')}</span>
        <LinkButton size="sm" to="/settings/health">
          {t('check.to_health')}
        </LinkButton>
      </span>
    </Note>
  )
}

export function TestDialog({ id, sender, onClose }: { id: number; sender: Sender | undefined; onClose: () => void }) {
  const t = useT()
  const { account } = useSession()
  const [to, setTo] = useState<'me' | 'others'>('me')
  const [text, setText] = useState('')
  const write = useWrite(routes.sendTest, {
    invalidates: [routes.show, routes.list],
    onSuccess: () => {
      toast.success(t('test.done'))
      onClose()
    },
  })
  const emails = to === 'me' ? [] : text.split(/[\s,;]+/).filter(Boolean)
  const errors = useFieldErrors(write.error)
  const hasNone = sender !== undefined && !sender.has_mail_server
  return (
    <FormDialog
      title={t('test.action')}
      width={480}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ params: { id }, body: { emails } }).catch(() => {})}
      error={write.error}
      action={t('test.send')}
      pending={write.isPending}
      disabled={hasNone || (to === 'others' && (emails.length === 0 || emails.length > MOST))}
      className="grid gap-4"
    >
      {hasNone && <NoMailServer />}
      <RadioGroup
        label={t('test.to')}
        value={to}
        onChange={setTo}
        options={[
          { value: 'me', label: account?.email ?? t('test.me') },
          { value: 'others', label: t('test.others') },
        ]}
      />
      {to === 'others' && (
        <Field
          label={t('test.emails')}
          help={t('test.emails_help', { max: MOST })}
          error={emails.length > MOST ? t('test.too_many', { max: MOST }) : errors.emails}
        >
          <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}

export function SaveTemplateDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(broadcast.name)
  const write = useWrite(routes.createTemplate, {
    invalidates: [routes.templates],
    onSuccess: () => {
      toast.success(t('template.saved'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  const { subject, preheader, blocks, theme_id } = broadcast
  return (
    <FormDialog
      title={t('template.save')}
      width={440}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ body: { name, subject, preheader, blocks, theme_id, broadcast_id: broadcast.id } as never }).catch(() => {})}
      error={write.error}
      action={t('template.save_action')}
      pending={write.isPending}
      disabled={name.trim() === ''}
    >
      <Field label={t('field.template_name')} error={errors.name}>
        <Input value={name} maxLength={120} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

interface TemplateChoiceProps {
  value: number | null
  /** May nothing be chosen: a blank email. */
  blank?: boolean
  onChange: (id: number | null) => void
}
/** Templates as cards to choose one of. */
export function TemplateChoice({ value, blank, onChange }: TemplateChoiceProps) {
  const t = useT()
  const query = useReadPages(routes.templates, { query: { per_page: 50 } })
  const { lookOf } = useLooks()
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={180} />}>
      {({ pages }) => {
        const all: Template[] = pages.flatMap(({ records }) => records)
        if (all.length === 0 && !blank) return <EmptyState icon="layers" title={t('template.none')} text={t('template.none_text')} />
        return (
          <div role="radiogroup" aria-label={t('template.choose')} className="grid grid-cols-2 gap-3 desk:grid-cols-3">
            {blank && (
              <Choice name={t('template.blank')} isChosen={value === null} onChoose={() => onChange(null)}>
                <span className="grid h-32 place-items-center rounded-card border border-dashed text-text-3">
                  <Icon name="plus" />
                </span>
              </Choice>
            )}
            {all.map((one) => (
              <Choice key={one.id} name={one.name} isChosen={value === one.id} onChoose={() => onChange(one.id)}>
                <Thumbnail blocks={one.blocks} look={lookOf(one.theme_id)} className="h-32" />
              </Choice>
            ))}
          </div>
        )
      }}
    </Query>
  )
}

interface ChoiceProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}
const Choice = ({ name, isChosen, onChoose, children }: ChoiceProps) => (
  <label
    className={cx(
      'grid cursor-pointer gap-2 rounded-card border p-2 text-13 transition-colors hover:border-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      isChosen ? 'border-brand bg-brand-soft text-on-brand-soft' : 'border-field',
    )}
  >
    <input type="radio" name="email-template" className="sr-only" checked={isChosen} onChange={onChoose} />
    {children}
    <span className="truncate font-medium">{name}</span>
  </label>
)

export function ApplyTemplateDialog({ id, onClose, onApplied }: { id: number; onClose: () => void; onApplied: (reply: Broadcast) => void }) {
  const t = useT()
  const [chosen, choose] = useState<number | null>(null)
  const write = useWrite(routes.updateTemplate, { invalidates: [routes.show, routes.preview, routes.list] })
  return (
    <FormDialog
      title={t('template.apply')}
      width={640}
      onClose={onClose}
      onSubmit={async () => {
        const reply = await write.mutateAsync({ params: { id }, body: { template_id: chosen! } }).catch(() => null)
        if (!reply) return
        onApplied(reply)
        toast.success(t('template.applied'))
        onClose()
      }}
      error={write.error}
      action={t('template.apply_action')}
      pending={write.isPending}
      disabled={chosen === null}
      className="grid gap-4"
    >
      <Note tone="warning">{t('template.apply_text')}</Note>
      <TemplateChoice value={chosen} onChange={choose} />
    </FormDialog>
  )
}
