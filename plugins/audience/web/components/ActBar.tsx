/** What can be done with the people who are chosen: these, or all that the filter finds. */
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Icon,
  LinkButton,
  Menu,
  SearchField,
  SelectionBar,
  Textarea,
  toast,
  useNavigate,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Act, type Chosen, MAX_BULK } from '../../contract.ts'

const { routes } = contract

export interface ActBarProps {
  ids: number[]
  /** How many the filter finds; null while unknown. */
  count: number | null
  /** Whom the list shows. */
  shown: Chosen
  onDone: () => void
}
export function ActBar({ ids, count, shown, onDone }: ActBarProps) {
  const t = useT()
  const navigate = useNavigate()
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState<Act | null>(null)
  const acts = useRead(routes.acts)
  const { filter, ids: _, ...narrowing } = shown
  const csv = new URLSearchParams(
    Object.entries({ ...narrowing, ...(filter ? { filter: JSON.stringify(filter) } : {}) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  const chosen = all ? (count ?? 0) : ids.length
  const start = useWrite(routes.startBulk, {
    invalidates: [routes.bulks],
    onSuccess: () => {
      toast.success(t('bulk.started'))
      onDone()
      navigate('/audience/bulk_tasks')
    },
    onError: (error) => toast.error(error.message),
  })
  const run = (act: Act, input: Record<string, unknown>) => {
    if (!start.isPending) start.mutate({ body: { action: act.key, input, people: all ? shown : { kind: shown.kind, ids } } })
  }
  return (
    <SelectionBar count={chosen} onClear={onDone}>
      {!all && count !== null && count > ids.length && (
        <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
          {t('bulk.all', { count: Math.min(count, MAX_BULK) })}
        </Button>
      )}
      <LinkButton
        size="sm"
        variant="ghost"
        icon="download"
        to={`/audience/people.csv?${all ? csv : `ids=${ids.slice(0, 100).join(',')}`}`}
        download
        onClick={() => toast.success(t('export.begun', { count: all ? chosen : Math.min(chosen, 100) }))}
      >
        {t('export')}
      </LinkButton>
      <Menu
        align="end"
        trigger={
          <Button size="sm" variant="primary" loading={start.isPending || acts.isPending}>
            {t('bulk.act')}
            <Icon name="chevron-down" size="sm" />
          </Button>
        }
        items={(acts.data?.records ?? []).map((act) => ({ label: act.label, icon: act.icon, onSelect: () => setAsking(act) }))}
      />
      {asking && <Ask act={asking} count={chosen} busy={start.isPending} onClose={() => setAsking(null)} onRun={(input) => run(asking, input)} />}
    </SelectionBar>
  )
}

interface AskProps {
  act: Act
  count: number
  busy: boolean
  onClose: () => void
  onRun: (input: Record<string, unknown>) => void
}
/** What the act must know, and the last word before it begins. */
function Ask({ act, count, busy, onClose, onRun }: AskProps) {
  const t = useT()
  const [input, setInput] = useState<Record<string, number[] | string>>({})
  const missing = act.asks.some(({ name }) => !input[name]?.length)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('bulk.ask', { act: act.label, count })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={missing} onClick={() => onRun(input)}>
            {t('bulk.start')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {act.asks.map((ask) =>
          ask.kind === 'text' ? (
            <Field key={ask.name} label={ask.label}>
              <Textarea
                rows={4}
                maxLength={4000}
                value={(input[ask.name] as string) ?? ''}
                onChange={(event) => setInput({ ...input, [ask.name]: event.target.value })}
              />
            </Field>
          ) : (
            <Choices key={ask.name} ask={ask} value={(input[ask.name] as number[]) ?? []} onChange={(value) => setInput({ ...input, [ask.name]: value })} />
          ),
        )}
        <p className="text-13 text-text-3">{t(act.can_undo ? 'bulk.can_undo' : 'bulk.cannot_undo')}</p>
      </div>
    </Dialog>
  )
}

/** Choices beyond these are searched. */
const MANY = 8
export function Choices({ ask, value, onChange }: { ask: Act['asks'][number]; value: number[]; onChange: (value: number[]) => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const shown = ask.choices.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-13 font-medium">{ask.label}</legend>
      {ask.choices.length > MANY && <SearchField value={text} onChange={setText} placeholder={t('filter.find')} />}
      <div className="grid max-h-64 gap-2 overflow-y-auto">
        {shown.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={value.includes(choice.value)}
            onChange={(on) => onChange(on ? [...value, choice.value] : value.filter((one) => one !== choice.value))}
          />
        ))}
      </div>
      {ask.choices.length === 0 && <p className="text-13 text-text-3">{t('filter.no_choices')}</p>}
    </fieldset>
  )
}
