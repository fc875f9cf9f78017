/** Countries whose rate is another than the standard one. */
import { Button, IconButton, Input, Select, useT } from '@atrium/sdk/web'

type Rate = { country: string; rate: number }
export function Rates({ value, onChange, options }: { value: Rate[]; onChange: (value: Rate[]) => void; options: { value: string; label: string }[] }) {
  const t = useT()
  const change = (at: number, next: Partial<Rate>) => onChange(value.map((one, i) => (i === at ? { ...one, ...next } : one)))
  return (
    <div className="grid gap-2 p-4 desk:px-5">
      {value.map((one, i) => (
        <div key={one.country} className="flex items-center gap-2">
          <Select
            aria-label={t('tax.country')}
            value={one.country}
            onChange={(event) => change(i, { country: event.target.value })}
            options={options.filter((option) => option.value === one.country || !value.some(({ country }) => country === option.value))}
          />
          <Input
            type="number"
            min={0}
            max={100}
            step={0.1}
            aria-label={t('tax.rate')}
            className="w-28"
            value={one.rate / 100}
            onChange={(event) => change(i, { rate: Math.round(Math.min(100, Math.max(0, Number(event.target.value) || 0)) * 100) })}
          />
          <span>%</span>
          <IconButton icon="trash-2" label={t('tax.removeRate')} onClick={() => onChange(value.filter((_, at) => at !== i))} />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon="plus"
          onClick={() => onChange([...value, { country: options.find((option) => !value.some(({ country }) => country === option.value))!.value, rate: 2000 }])}
        >
          {t('tax.addRate')}
        </Button>
      </div>
    </div>
  )
}
