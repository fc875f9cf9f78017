/** `/settings/code_snippets`: code of analytics and ads on pages, what visitors agree to first, and the banner that asks them. */
import { Card, CardHead, Field, Form, Input, newUuid, SaveBar, SettingsPage, Textarea, useEdits, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { type Snippet } from '../../contract.ts'
import { Banner } from '../components/snippets/Banner.tsx'
import { SnippetDialog } from '../components/snippets/SnippetDialog.tsx'
import { SnippetList } from '../components/snippets/SnippetList.tsx'
import { type CodeSettings, draftOf, newSnippet, type SnippetsDraft } from '../components/snippets/draft.ts'

const { routes } = contract

export default function Snippets() {
  const t = useT()
  const query = useRead(routes.snippets)
  return (
    <SettingsPage name="site/Snippets" title={t('admin.snippets')} text={t('snippet.text')} who="site.manage" query={query} height={520}>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

function Edited({ saved }: { saved: CodeSettings }) {
  const t = useT()
  const [edited, setEdited] = useState<Snippet | null>(null)
  const write = useWrite(routes.saveSnippets, { invalidates: [routes.snippets] })
  const draft = useMemo(() => draftOf(saved), [saved])
  const { value, set, errors, form, bar } = useEdits<SnippetsDraft>(
    draft,
    (changes, version) => write.mutateAsync({ body: { code_snippets: { ...changes, version } } }),
    {
      version: saved.version,
      fieldsOf: draftOf,
      label: (field) => t(`snippet.field_${field}`),
      words: (field, one) => (field === 'snippets' ? (one as Snippet[]).map(({ name }) => name).join(', ') : null),
    },
  )
  const { snippets } = value
  const keep = (one: Snippet) =>
    set({ snippets: snippets.some(({ key }) => key === one.key) ? snippets.map((other) => (other.key === one.key ? one : other)) : [...snippets, one] })
  const asks = snippets.some(({ is_on, consent }) => is_on && consent !== 'necessary')
  return (
    <Form {...form}>
      <SnippetList
        snippets={snippets}
        errors={errors}
        onAdd={() => setEdited(newSnippet(newUuid()))}
        onEdit={setEdited}
        onChange={keep}
        onRemove={(one) => set({ snippets: snippets.filter(({ key }) => key !== one.key) })}
      />
      <Card as="section" aria-label={t('snippet.banner')}>
        <CardHead title={t('snippet.banner')} text={t(asks ? 'snippet.banner_shown' : 'snippet.banner_hidden')} />
        <div className="grid gap-5 p-4 desk:grid-cols-2 desk:p-5">
          <div className="grid content-start gap-4">
            <Field label={t('snippet.field_banner_text')} error={errors['code_snippets.banner_text']}>
              <Textarea
                rows={4}
                value={value.banner_text}
                maxLength={500}
                placeholder={t('banner.text')}
                onChange={(event) => set({ banner_text: event.target.value })}
              />
            </Field>
            <Field label={t('snippet.field_privacy_link')} help={t('snippet.privacy_help')} error={errors['code_snippets.privacy_link']}>
              <Input
                value={value.privacy_link}
                maxLength={2000}
                spellCheck={false}
                placeholder="/privacy"
                onChange={(event) => set({ privacy_link: event.target.value.trim() })}
              />
            </Field>
          </div>
          <Banner text={value.banner_text || t('banner.text')} hasLink={value.privacy_link !== ''} />
        </div>
      </Card>
      <SaveBar {...bar} />
      {edited && (
        <SnippetDialog
          snippet={edited}
          isNew={!snippets.some(({ key }) => key === edited.key)}
          onClose={() => setEdited(null)}
          onDone={(one) => {
            keep(one)
            setEdited(null)
          }}
        />
      )}
    </Form>
  )
}
