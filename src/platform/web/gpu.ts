/** Our own GPUDevice: ONNX Runtime is handed it, so that its limits, features and loss are ours to see. */
import { messageOf } from '../../policy/thrown.ts';

export interface Gpu {
  readonly device: GPUDevice;
  /** For people: vendor, architecture and description as far as the browser tells. */
  readonly adapter: string;
  /** A CPU pretends to be a GPU (SwiftShader and the like): right, but slower than WASM. */
  readonly software: boolean;
  readonly subgroups: boolean;
}

type GpuProbe = { readonly gpu: Gpu } | { readonly missing: string };

/** Devices get small defaults (128 MiB a binding, 8 storage buffers a stage) unless these are asked for by name. */
const limits = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
] as const;

/** Attention kernels that use subgroups are wrong where a subgroup has 4 lanes; smaller than this, we do without. */
const minimumSubgroup = 8;

/**
 * A fresh adapter and device (an adapter makes one device only).
 * @param allowSubgroups false builds a device without subgroups wherever it runs
 * @returns the device, or in words why there is none; never throws for a browser without WebGPU
 */
export async function openGpu(allowSubgroups = true): Promise<GpuProbe> {
  const found = await findAdapter();
  if ('missing' in found) return found;
  const { adapter } = found;
  const { info } = adapter;
  const software = info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software/i.test(`${info.architecture} ${info.device} ${info.description}`);
  const subgroups = allowSubgroups && !software && adapter.features.has('subgroups') && info.subgroupMinSize >= minimumSubgroup;
  const features: GPUFeatureName[] = [];
  for (const feature of ['shader-f16', 'timestamp-query'] as const) if (adapter.features.has(feature)) features.push(feature);
  if (subgroups) features.push('subgroups');
  try {
    const device = await adapter.requestDevice({
      label: 'fieldnotes',
      requiredFeatures: features,
      requiredLimits: Object.fromEntries(limits.map((name) => [name, adapter.limits[name]])),
    });
    return { gpu: { device, adapter: describe(info), software, subgroups } };
  } catch (error) {
    return { missing: `the browser refused a WebGPU device (${messageOf(error)})` };
  }
}

/** Does this browser have a real GPU for us? Opens no device. */
export async function probeGpu(): Promise<{ readonly adapter: string; readonly software: boolean } | { readonly missing: string }> {
  const found = await findAdapter();
  if ('missing' in found) return found;
  const { info } = found.adapter;
  return { adapter: describe(info), software: info.isFallbackAdapter || /swiftshader/i.test(info.architecture) };
}

async function findAdapter(): Promise<{ readonly adapter: GPUAdapter } | { readonly missing: string }> {
  // Typed as always there, but absent in older browsers and on insecure origins.
  if (!('gpu' in navigator)) {
    return { missing: isSecureContext ? 'no WebGPU in this browser' : 'no WebGPU on an insecure page (needs https or localhost)' };
  }
  try {
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
    return adapter === null ? { missing: 'WebGPU finds no usable graphics adapter' } : { adapter };
  } catch (error) {
    return { missing: `WebGPU finds no usable graphics adapter (${messageOf(error)})` };
  }
}

function describe(info: GPUAdapterInfo): string {
  const words = [info.vendor, info.architecture, info.description || info.device].filter((word) => word !== '');
  return words.length === 0 ? 'unnamed adapter' : words.join(' ');
}
