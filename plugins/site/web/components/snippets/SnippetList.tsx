/** Code snippets in a list: which run, where, and after what consent. */
import { Badge, Button, Card, CardHead, EmptyState, IconButton, ListRow, Menu, Switch, useConfirm, useT } from '@atrium/sdk/web'
import type { Snippet } from '../../../contract.ts'

/** As many as the contract takes. */
const MAX_SNIPPETS = 20

interface SnippetListProps {
  snippets: readonly Snippet[]
  errors: Record<string, string | undefined>
  onAdd: () => void
  onEdit: (snippet: Snippet) => void
  onChange: (snippet: Snippet) => void
  onRemove: (snippet: Snippet) => void
}
export function SnippetList({ snippets, errors, onAdd, onEdit, onChange, onRemove }: SnippetListProps) {
  const t = useT()
  const confirm = useConfirm()
  const add = (
    <Button icon="plus" variant={snippets.length === 0 ? 'primary' : 'default'} disabled={snippets.length >= MAX_SNIPPETS} onClick={onAdd}>
      {t('snippet.add')}
    </Button>
  )
  const remove = async (one: Snippet) => {
    if (await confirm({ title: t('snippet.delete_title', { name: one.name }), text: t('snippet.delete_text'), action: t('snippet.delete'), tone: 'danger' }))
      onRemove(one)
  }
  const errorOf = (index: number) => {
    const path = Object.keys(errors).find((field) => field.startsWith(`code_snippets.snippets.${index}.`))
    return path && errors[path]
  }
  return (
    <Card as="section" aria-label={t('admin.snippets')}>
      <CardHead title={t('snippet.title')} text={t('snippet.sandbox')} action={snippets.length > 0 && add} />
      {snippets.length === 0 ? (
        <EmptyState icon="code-xml" title={t('snippet.none')} text={t('snippet.none_text')} action={add} />
      ) : (
        <ul>
          {snippets.map((one, index) => (
            <ListRow key={one.key} as="li">
              <div className="min-w-0 flex-1">
                <button type="button" className="max-w-full truncate font-medium hover:underline" onClick={() => onEdit(one)}>
                  {one.name}
                </button>
                <p className="mt-1 flex flex-wrap gap-1.5">
                  <Badge>{t(`snippet.place_${one.place}`)}</Badge>
                  <Badge tone={one.consent === 'necessary' ? 'neutral' : 'info'}>{t(`snippet.consent_${one.consent}`)}</Badge>
                </p>
                {errorOf(index) && <p className="mt-1 text-13 text-danger">{errorOf(index)}</p>}
              </div>
              <Switch aria-label={t('snippet.switch', { name: one.name })} checked={one.is_on} onChange={(is_on) => onChange({ ...one, is_on })} />
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('snippet.menu', { name: one.name })} />}
                items={[
                  { label: t('snippet.edit'), icon: 'pencil', onSelect: () => onEdit(one) },
                  '-',
                  { label: t('snippet.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void remove(one) },
                ]}
              />
            </ListRow>
          ))}
        </ul>
      )}
    </Card>
  )
}
