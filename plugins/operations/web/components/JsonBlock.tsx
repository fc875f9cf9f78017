/** Data as it is, for those who look for a cause. */
export const JsonBlock = ({ value }: { value: unknown }) => (
  <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-words rounded-lg border bg-surface-2 px-3 py-2 font-mono text-12">
    {JSON.stringify(value, null, 2)}
  </pre>
)
