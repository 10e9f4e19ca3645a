/** A cellar on paper: litres in millilitres, value in haléře, and a list of what was done. */

export interface Paper {
  /** Millilitres; null until first stated. */
  volume: bigint | null
  value: bigint
  phase: 'planned' | 'brewing' | 'packaging' | 'completed' | 'cancelled'
}

/** What an operation did to one batch. */
interface Part {
  batch: number
  before: Paper
  volume: bigint
  value: bigint
  /** Beer left it for stock or for another batch. */
  isLeaving?: boolean
  /** The batch came into being by it. */
  isBirth?: boolean
}

/** What is left of the beer of a receipt. */
interface Layer {
  receipt: Operation
  volume: bigint
  value: bigint
}

/** What a run took from layers. */
interface Take {
  layer: Layer
  volume: bigint
  value: bigint
}

export interface Operation {
  /** None for a run from stock. */
  parts: Part[]
  /** From stock, by a run. */
  takes?: Take[]
  /** A stock document did it, which takes it back. */
  document?: 'material' | 'receipt' | 'run'
  writtenOff: bigint
}

/** Half up, as B4 says; the last millilitre takes the rest. */
export const share = ({ volume, value }: Paper, taken: bigint): bigint =>
  taken === volume ? value : (2n * value * taken + volume!) / (2n * volume!)

export class Cellar {
  readonly batches: Paper[] = []
  /** Those that stand, oldest first. */
  readonly operations: Operation[] = []
  /** Of beer in stock, first in, first out. */
  readonly layers: Layer[] = []

  add(paper: Partial<Paper> = {}): number {
    return this.batches.push({ volume: null, value: 0n, phase: 'planned', ...paper }) - 1
  }

  of(batch: number): Paper {
    return this.batches[batch]!
  }

  /** Where nothing is left, nothing leaves. */
  canGive(batch: number): boolean {
    const { phase, volume } = this.of(batch)
    return phase === 'packaging' && volume! > 0n
  }

  isOpen(batch: number): boolean {
    return !['completed', 'cancelled'].includes(this.of(batch).phase)
  }

  do(operation: Operation): Operation {
    for (const { batch, volume, value } of operation.parts) this.#change(batch, volume, value)
    this.operations.push(operation)
    return operation
  }

  part(batch: number, volume: bigint, value: bigint, more: Partial<Part> = {}): Part {
    return { batch, before: { ...this.of(batch) }, volume, value, ...more }
  }

  material(batch: number, cost: bigint): Operation {
    return this.do({ parts: [this.part(batch, 0n, cost)], document: 'material', writtenOff: 0n })
  }

  loss(batch: number, volume: bigint, isAbnormal: boolean): void {
    const value = isAbnormal ? share(this.of(batch), volume) : 0n
    this.do({ parts: [this.part(batch, -volume, -value)], writtenOff: value })
  }

  /** By a receipt of its own, or by a packaging run that fills the beer at once. */
  receipt(batch: number, volume: bigint, isFinal: boolean, document: 'receipt' | 'run' = 'receipt'): Operation {
    const paper = this.of(batch)
    const value = isFinal ? paper.value : share(paper, volume)
    const left = isFinal ? paper.volume! : volume
    const part = this.part(batch, -left, -value, { isLeaving: true })
    const operation = this.do({ parts: [part], document, writtenOff: 0n })
    if (document === 'receipt') this.layers.push({ receipt: operation, volume, value })
    return operation
  }

  /** Litres of beer in stock. */
  get inStock(): bigint {
    return this.layers.reduce((sum, { volume }) => sum + volume, 0n)
  }

  /** A run from stock: what it takes of a layer is a share of what is left there. */
  fromStock(volume: bigint): Operation {
    const takes: Take[] = []
    let open = volume
    for (const layer of this.layers.filter(each => each.volume > 0n)) {
      if (open === 0n) break
      const isWhole = layer.volume <= open
      const taken = isWhole ? layer.volume : open
      const value = share({ ...layer, phase: 'packaging' }, taken)
      layer.volume -= taken
      layer.value -= value
      open -= taken
      takes.push({ layer, volume: taken, value })
    }
    return this.do({ parts: [], takes, document: 'run', writtenOff: 0n })
  }

  /** Some of its beer went into a run. */
  isUsed(operation: Operation): boolean {
    return this.operations.some(({ takes = [] }) => takes.some(({ layer }) => layer.receipt === operation))
  }

  split(batch: number, volume: bigint): number {
    const value = share(this.of(batch), volume)
    const child = this.add({ phase: 'packaging' })
    const parts = [
      this.part(batch, -volume, -value, { isLeaving: true }),
      this.part(child, volume, value, { isBirth: true }),
    ]
    this.do({ parts, writtenOff: 0n })
    return child
  }

  /** A source that was never measured states what it gives, and gives all its value; an empty one is completed. */
  blend(target: number, from: { batch: number; volume: bigint }[]): void {
    const parts = from.flatMap(({ batch, volume }) => {
      const paper = this.of(batch)
      const stated = paper.volume ?? volume
      const value = share({ ...paper, volume: stated }, volume)
      const out = this.part(batch, stated - volume - (paper.volume ?? 0n), -value, { isLeaving: true })
      return [out, this.part(target, volume, value)]
    })
    this.do({ parts, writtenOff: 0n })
    for (const { batch } of from) {
      const paper = this.of(batch)
      if (paper.volume === null) paper.volume = 0n
      if (paper.volume === 0n) paper.phase = 'completed'
    }
  }

  advance(batch: number, phase: 'brewing' | 'packaging', volume: bigint | null): void {
    const { volume: before } = this.of(batch)
    const change = volume === null ? 0n : volume - (before ?? 0n)
    this.do({ parts: [this.part(batch, change, 0n)], writtenOff: 0n })
    this.of(batch).phase = phase
  }

  end(batch: number, phase: 'completed' | 'cancelled'): void {
    const { volume, value } = this.of(batch)
    this.do({ parts: [this.part(batch, -(volume ?? 0n), -value)], writtenOff: value })
    this.of(batch).phase = phase
  }

  /** The newest that stands of a batch. */
  newest(batch: number): Operation | undefined {
    return this.operations.findLast(({ parts }) => parts.some(part => part.batch === batch))
  }

  canUndo(operation: Operation): boolean {
    return operation.document === undefined && operation.parts.every(({ batch }) => this.newest(batch) === operation)
  }

  hasLeft(batch: number): boolean {
    return this.operations.some(({ parts }) => parts.some(part => part.batch === batch && part.isLeaving))
  }

  /** Its value has not gone on. */
  canTakeBack(operation: Operation): boolean {
    const [part] = operation.parts
    if (!part) return true
    const { batch } = part
    if (!this.isOpen(batch) || this.isUsed(operation)) return false
    if (operation.document !== 'material') return true
    const since = this.operations.slice(this.operations.indexOf(operation) + 1)
    return !since.some(({ parts }) => parts.some(part => part.batch === batch && part.value < 0n))
  }

  /** What it changed returns; where the batch was returns too, unless a document did it. */
  takeBack(operation: Operation): void {
    for (const { batch, before, volume, value, isBirth } of operation.parts.toReversed()) {
      this.#change(batch, -volume, -value)
      const paper = this.of(batch)
      if (operation.document !== undefined) continue
      paper.phase = isBirth ? 'cancelled' : before.phase
      if (before.volume === null) paper.volume = null
    }
    for (const { layer, volume, value } of operation.takes ?? []) {
      layer.volume += volume
      layer.value += value
    }
    const made = this.layers.findIndex(({ receipt }) => receipt === operation)
    if (made >= 0) this.layers.splice(made, 1)
    this.operations.splice(this.operations.indexOf(operation), 1)
  }

  #change(batch: number, volume: bigint, value: bigint): void {
    const paper = this.of(batch)
    if (volume !== 0n) paper.volume = (paper.volume ?? 0n) + volume
    paper.value += value
  }
}
