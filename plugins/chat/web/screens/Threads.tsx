export default function Threads() {
  return null
}
