/** The legal texts, written in place; and whether newcomers must accept them. */
import { Badge, Card, Editor, Form, host, Link, Note, SaveBar, SettingRow, Switch, Tabs, useEdits, useRead, useSearch, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { LEGAL_KINDS, type Legal, type LegalKind } from '../../contract.ts'
import { RecordFrame } from '../components/AdminFrame.tsx'

export default function LegalSettings() {
  const t = useT()
  const query = useRead(contract.routes.legal)
  return (
    <RecordFrame name="LegalSettings" title="admin.legal" text={t('legal.text')} query={query} height={480}>
      {(saved) => <Edited saved={saved} />}
    </RecordFrame>
  )
}

function Edited({ saved }: { saved: Legal }) {
  const t = useT()
  const kind = LEGAL_KINDS.find((one) => one === useSearchKind()) ?? 'terms'
  const [busy, setBusy] = useState(false)
  const write = useWrite(contract.routes.updateLegal, { invalidates: [contract.routes.legal, contract.routes.legalTexts, contract.routes.legalText] })
  const { value, set, form, bar } = useEdits(saved, async (changes) => {
    const texts = LEGAL_KINDS.flatMap((one) => {
      const next = changes[one]
      if (!next) return []
      // the version rises with the words, not with the switch
      const body = JSON.stringify(next.body) === JSON.stringify(saved[one].body) ? {} : { body: next.body }
      return [[one, { enabled: next.enabled, ...body }] as const]
    })
    await write.mutateAsync({
      body: { ...Object.fromEntries(texts), ...(changes.consent_required === undefined ? {} : { consent_required: changes.consent_required }) },
    })
    void host.refreshBoot()
  })
  const text = value[kind]
  const change = (next: Partial<Legal[LegalKind]>) => set({ [kind]: { ...text, ...next } })
  const any = LEGAL_KINDS.some((one) => value[one].enabled && value[one].body)
  return (
    <Form {...form}>
      <Card>
        <SettingRow
          title={t('legal.consent')}
          text={t('legal.consent_text')}
          control={(aria) => (
            <Switch
              {...aria}
              checked={value.consent_required}
              disabled={!any && !value.consent_required}
              onChange={(consent_required) => set({ consent_required })}
            />
          )}
        />
      </Card>
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
      <Card key={kind}>
        <SettingRow
          title={t('legal.publish', { text: t(`legal.${kind}`) })}
          text={
            text.enabled && text.version > 0 ? (
              <Link to={`/legal/${kind}`} className="link">
                {t('legal.read')}
              </Link>
            ) : (
              t('legal.publish_text')
            )
          }
          control={(aria) => <Switch {...aria} checked={text.enabled} onChange={(enabled) => change({ enabled })} />}
        />
        <div className="border-t px-4 py-4 desk:px-5">
          <Editor
            value={text.body}
            label={t(`legal.${kind}`)}
            placeholder={t('legal.placeholder')}
            onBusy={setBusy}
            onChange={(body, { isEmpty }) => change({ body: isEmpty ? null : body })}
          />
        </div>
      </Card>
      <Note>{t('legal.advice')}</Note>
      <SaveBar {...bar} saving={bar.saving || busy} />
    </Form>
  )
}

const useSearchKind = () => useSearch().get('text')
