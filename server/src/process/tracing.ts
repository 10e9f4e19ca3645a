/** Traces by the usual variables of OpenTelemetry: nothing is loaded unless they ask for it. */
import type { Logger } from 'pino'
import type { Tracing } from '../kernel/ports/tracing.ts'

type Environment = Record<string, string | undefined>

/** Off unless there is somewhere to send to. */
export function isTraced(environment: Environment): boolean {
  const exporter = environment.OTEL_TRACES_EXPORTER
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  if (exporter && exporter !== 'otlp') return false
  return Boolean(exporter || environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/** `a=1,b=2`, percent-encoded, as OTEL_RESOURCE_ATTRIBUTES has it; what cannot be read is left out. */
function resourceOf({ OTEL_RESOURCE_ATTRIBUTES: attributes = '', OTEL_SERVICE_NAME: name }: Environment) {
  const pairs = attributes.split(',').flatMap(pair => {
    const [key, value] = pair.split('=', 2)
    return key?.trim() && value ? [[key.trim(), decoded(value.trim())]] : []
  })
  const resource: Record<string, string> = { 'service.name': 'cellarbook', ...Object.fromEntries(pairs) }
  return name ? { ...resource, 'service.name': name } : resource
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export async function startTracing(environment: Environment, log: Logger): Promise<Tracing | undefined> {
  if (!isTraced(environment)) return undefined
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: all } = environment
  const protocol = own || all || 'http/json'
  const [{ openTracing }, { packagesFor }] = await Promise.all([
    import('../tracing/open.ts'),
    import('../tracing/packages.ts'),
  ])
  const tracing = await openTracing({ protocol, resource: resourceOf(environment) })
  if (!tracing) {
    log.warn(`No traces are sent, because the packages are missing: npm install ${packagesFor(protocol).join(' ')}`)
  }
  return tracing
}
