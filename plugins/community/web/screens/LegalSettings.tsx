/** The legal texts, written in place; and whether newcomers must accept them. */
import { Badge, Editor, Link, Note, SettingRow, SettingsForm, SettingsPage, Switch, Tabs, useRead, useSearch, useT } from '@atrium/sdk/web'
import contract, { LEGAL_KINDS, type Legal, type LegalKind } from '../../contract.ts'

const { routes } = contract
type Text = Legal[LegalKind]

export default function LegalSettings() {
  const t = useT()
  const query = useRead(routes.legal)
  return (
    <SettingsPage name="community/LegalSettings" title={t('admin.legal')} text={t('legal.text')} who="community.manage" query={query} height={480}>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

function Edited({ saved }: { saved: Legal }) {
  const t = useT()
  const wanted = useSearch().get('text')
  const kind = LEGAL_KINDS.find((one) => one === wanted) ?? 'terms'
  /** The version rises with the words, not with the switch. */
  const textOf = (one: LegalKind, { enabled, body }: Text) => (JSON.stringify(body) === JSON.stringify(saved[one].body) ? { enabled } : { enabled, body })
  return (
    <SettingsForm
      saved={saved}
      save={routes.updateLegal}
      words="legal.settings"
      body={(changes) => ({
        ...changes,
        ...Object.fromEntries(LEGAL_KINDS.flatMap((one) => (changes[one] ? [[one, textOf(one, changes[one])]] : []))),
      })}
      disabled={(field, value) => field === 'consent_required' && !value.consent_required && !LEGAL_KINDS.some((one) => value[one].enabled && value[one].body)}
      sections={({ value, set, busy }) => [
        { fields: ['consent_required'] },
        {
          bare: (
            <Tabs
              label={t('admin.legal')}
              current={kind}
              items={LEGAL_KINDS.map((key) => ({
                key,
                label: (
                  <>
                    {t(`legal.${key}`)} {value[key].enabled && value[key].body && <Badge tone="success">{t('legal.on')}</Badge>}
                  </>
                ),
                to: `/settings/legal?text=${key}`,
              }))}
            />
          ),
        },
        { children: <TextEditor key={kind} kind={kind} text={value[kind]} onChange={(text) => set({ [kind]: text })} onBusy={busy} /> },
        { bare: <Note>{t('legal.advice')}</Note> },
      ]}
    />
  )
}

interface TextEditorProps {
  kind: LegalKind
  text: Text
  onChange: (text: Text) => void
  onBusy: (busy: boolean) => void
}
function TextEditor({ kind, text, onChange, onBusy }: TextEditorProps) {
  const t = useT()
  const read = text.enabled && text.version > 0
  return (
    <>
      <SettingRow
        title={t('legal.publish', { text: t(`legal.${kind}`) })}
        text={
          read ? (
            <Link to={`/legal/${kind}`} className="link">
              {t('legal.read')}
            </Link>
          ) : (
            t('legal.publish_text')
          )
        }
        control={(aria) => <Switch {...aria} checked={text.enabled} onChange={(enabled) => onChange({ ...text, enabled })} />}
      />
      <div className="border-t px-4 py-4 desk:px-5">
        <Editor
          value={text.body}
          label={t(`legal.${kind}`)}
          placeholder={t('legal.placeholder')}
          onBusy={onBusy}
          onChange={(body, { isEmpty }) => onChange({ ...text, body: isEmpty ? null : body })}
        />
      </div>
    </>
  )
}
