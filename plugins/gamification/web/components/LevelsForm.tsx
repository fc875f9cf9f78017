/** The ladder as an admin makes it: names, points, and what each level opens. */
import { Button, Card, CardHead, EmojiPicker, Field, Form, IconButton, Input, Note, SaveBar, Select, toast, useEdits, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Level, MAX_LEVELS, type Settings } from '../../contract.ts'

type Draft = Pick<Level, 'name' | 'emoji' | 'points' | 'access_group_id'> & { id?: number }

export function LevelsForm({ settings }: { settings: Settings }) {
  const t = useT()
  const write = useWrite(contract.routes.updateSettings, { invalidates: [contract], onSuccess: () => toast.success(t('levels.saved')) })
  const saved: { levels: Draft[] } = {
    levels: settings.levels.map(({ id, name, emoji, points, access_group_id }) => ({ id, name, emoji, points, access_group_id })),
  }
  const { value, set, errors, form, bar } = useEdits(saved, (changes) => write.mutateAsync({ body: changes }))
  const { levels } = value
  const change = (at: number, next: Partial<Draft>) => set({ levels: levels.map((level, i) => (i === at ? { ...level, ...next } : level)) })
  const add = () => {
    const points = (levels.at(-1)?.points ?? 0) * 2 || 100
    set({ levels: [...levels, { name: t('levels.new', { level: levels.length + 1 }), emoji: '⭐', points, access_group_id: null }] })
  }
  const counts = new Map(settings.levels.map(({ id, members_count }) => [id, members_count]))
  return (
    <Form {...form} className="grid gap-4">
      <Note tone="info">{t('levels.note')}</Note>
      <Card>
        <CardHead title={t('levels.title')} text={t('levels.edit_text')} />
        <ol>
          {levels.map((level, i) => (
            <li
              key={level.id ?? `new${i}`}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 px-4 py-3 not-first:border-t desk:grid-cols-[auto_minmax(0,1fr)_120px_minmax(0,1fr)_auto] desk:px-5"
            >
              <EmojiPicker
                label={t('levels.emoji', { level: i + 1 })}
                onPick={(emoji) => change(i, { emoji })}
                trigger={
                  <Button aria-label={t('levels.emoji', { level: i + 1 })}>
                    <span className="w-4 text-text-3 tabular-nums">{i + 1}</span> {level.emoji}
                  </Button>
                }
              />
              <Field label={t('levels.name')} error={errors[`levels.${i}.name`]}>
                <Input value={level.name} maxLength={40} onChange={(event) => change(i, { name: event.target.value })} />
              </Field>
              <Field label={t('levels.points')} error={errors[`levels.${i}.points`]} className="max-desk:col-start-2 max-desk:row-start-2">
                <Input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  value={level.points}
                  disabled={i === 0}
                  onChange={(event) => change(i, { points: Math.max(0, Math.floor(Number(event.target.value) || 0)) })}
                />
              </Field>
              {settings.access_groups ? (
                <Field label={t('levels.opens_label')} error={errors[`levels.${i}.access_group_id`]} className="max-desk:col-start-2 max-desk:row-start-3">
                  <Select
                    value={String(level.access_group_id ?? '')}
                    options={[
                      { value: '', label: t('levels.opens_nothing') },
                      ...settings.access_groups.map(({ id, name }) => ({ value: String(id), label: name })),
                    ]}
                    onChange={(event) => change(i, { access_group_id: event.target.value ? Number(event.target.value) : null })}
                  />
                </Field>
              ) : (
                <span className="max-desk:hidden" />
              )}
              <span className="flex items-center gap-2 max-desk:col-start-3 max-desk:row-start-1">
                <span className="text-12 text-text-3 tabular-nums max-desk:hidden">
                  {level.id !== undefined && t('levels.members', { count: counts.get(level.id) ?? 0 })}
                </span>
                <IconButton
                  icon="trash-2"
                  label={t('levels.remove', { name: level.name })}
                  disabled={i === 0}
                  onClick={() => set({ levels: levels.filter((one) => one !== level) })}
                />
              </span>
            </li>
          ))}
        </ol>
        {levels.length < MAX_LEVELS && (
          <div className="border-t p-3">
            <Button variant="ghost" icon="plus" onClick={add}>
              {t('levels.add')}
            </Button>
          </div>
        )}
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}
