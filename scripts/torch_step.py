"""The same training step as src/cli/bench/step.ts in PyTorch, for scripts/compare-torch.mjs, which starts it.

    torch_step.py FILE.safetensors THREADS [--compile]

FILE holds weights, adapter, sequences and settings. For every line on standard input it makes one step and answers with one line of JSON.
"""
import json
import struct
import sys
import time

if len(sys.argv) < 3:
    sys.exit("This is started by npm run compare:torch; by hand: torch_step.py FILE.safetensors THREADS [--compile]")

try:
    import torch
    import torch.nn.functional as F
except ImportError as error:
    sys.exit(f"PyTorch is needed: {error}.")


def read(path):
    """Safetensors in a few lines: the length of the header, the header in JSON, the numbers."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    settings = json.loads(header.pop("__metadata__")["settings"])
    types = {"F32": torch.float32, "I32": torch.int32}
    tensors = {}
    for name, info in header.items():
        start, end = info["data_offsets"]
        tensors[name] = torch.frombuffer(data, dtype=types[info["dtype"]], count=(end - start) // 4, offset=start).reshape(info["shape"]).clone()
    return tensors, settings


tensors, settings = read(sys.argv[1])
torch.set_num_threads(int(sys.argv[2]))
net, scalars, optimizer = settings["net"], settings["scalars"], settings["optimizer"]
heads, kv_heads, head_dim, eps = net["heads"], net["kvHeads"], net["headDim"], net["rmsEps"]
qwen3 = net["architecture"] == "qwen3"

lora = {name: value.requires_grad_() for name, value in tensors.items() if name.startswith("lora_")}
ids, targets, rows = (tensors[name].long() for name in ("ids", "targets", "rows"))
columns = {name: tensors[name] for name in ("advantages", "old_logp", "ref_logp")}

angles = torch.outer(torch.arange(ids.shape[1], dtype=torch.float64), net["ropeTheta"] ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim))
cos, sin = (torch.cat([f(angles)] * 2, dim=-1).float() for f in (torch.cos, torch.sin))


def rotate(x):
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-second, first), dim=-1) * sin


def project(x, layer, module, name):
    path = f"model.layers.{layer}.{module}.{name}"
    y = F.linear(x, tensors[f"{path}.weight"], tensors.get(f"{path}.bias"))
    if f"lora_a.{layer}.{name}" in lora:
        y = y + F.linear(F.linear(x, lora[f"lora_a.{layer}.{name}"]) * settings["scale"], lora[f"lora_b.{layer}.{name}"])
    return y


def norm(x, name):
    return F.rms_norm(x, (x.shape[-1],), tensors[f"{name}.weight"], eps)


def attention(x, layer):
    batch, length, _ = x.shape
    at = f"model.layers.{layer}.self_attn"

    def split(name, count):
        return project(x, layer, "self_attn", f"{name}_proj").view(batch, length, count, head_dim)

    q, k, v = split("q", heads), split("k", kv_heads), split("v", kv_heads)
    if qwen3:
        q, k = norm(q, f"{at}.q_norm"), norm(k, f"{at}.k_norm")
    q, k, v = (each.transpose(1, 2) for each in (q, k, v))
    q, k = rotate(q), rotate(k)
    if kv_heads < heads:
        k, v = (each.repeat_interleave(heads // kv_heads, dim=1) for each in (k, v))
    mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return project(mixed.transpose(1, 2).reshape(batch, length, heads * head_dim), layer, "self_attn", "o_proj")


def loss_of(ids, targets, advantages, old_logp, ref_logp):
    """Σ weights · (−surrogate + kl·k3 − entropy·H) over the sampled tokens, which are at the same places in every sequence."""
    x = F.embedding(ids, tensors["model.embed_tokens.weight"])
    for layer in range(net["layers"]):
        at = f"model.layers.{layer}"
        x = x + attention(norm(x, f"{at}.input_layernorm"), layer)
        h = norm(x, f"{at}.post_attention_layernorm")
        h = F.silu(project(h, layer, "mlp", "gate_proj")) * project(h, layer, "mlp", "up_proj")
        x = x + project(h, layer, "mlp", "down_proj")
    h = norm(x[:, rows], "model.norm")
    logits = F.linear(h, tensors["model.embed_tokens.weight" if net["tied"] else "lm_head.weight"])
    log_probs = F.log_softmax(logits, dim=-1)
    logp = log_probs.gather(-1, targets[..., None])[..., 0]
    entropy = -(log_probs.exp() * log_probs).sum(-1)
    ratio = (logp - old_logp).clamp(-20, 20).exp()
    worse = torch.minimum(ratio * advantages, ratio.clamp(1 - scalars["clip_low"], 1 + scalars["clip_high"]) * advantages)
    kept = torch.where(advantages < 0, torch.maximum(worse, scalars["dual_clip"] * advantages), worse)
    gap = ref_logp - logp
    k3 = gap.clamp(-20, 20).exp() - gap - 1
    return (-kept + scalars["kl_weight"] * k3 - scalars["entropy_weight"] * entropy).sum() * scalars["weight"]


adamw = torch.optim.AdamW(lora.values(), lr=optimizer["rate"], betas=(optimizer["beta1"], optimizer["beta2"]), eps=optimizer["eps"], weight_decay=optimizer["decay"], fused=True)


def gradients(size):
    """All sequences, `size` at a time. Returns the loss."""
    for parameter in lora.values():
        parameter.grad = None
    total = 0.0
    for part in range(0, ids.shape[0], size):
        here = slice(part, part + size)
        loss = loss_of(ids[here], targets[here], *(column[here] for column in columns.values()))
        loss.backward()
        total += loss.item()
    return total


def step(size):
    start, busy = time.perf_counter(), time.process_time()
    loss = gradients(size)
    length = torch.nn.utils.clip_grad_norm_(lora.values(), optimizer["clipNorm"]).item()
    adamw.step()
    return {"ms": 1000 * (time.perf_counter() - start), "cpu": 1000 * (time.process_time() - busy), "loss": loss, "norm": length}


def timed(size):
    start = time.perf_counter()
    gradients(size)
    return time.perf_counter() - start


compiled = "not asked for"
if "--compile" in sys.argv:
    try:
        eager, loss_of = loss_of, torch.compile(loss_of)
        gradients(ids.shape[0])
        compiled = "used"
    except Exception as error:  # needs a C++ compiler and Python's headers
        loss_of = eager
        compiled = f"failed: {type(error).__name__}: {str(error).strip().splitlines()[0][:200]}"

# How many sequences go through at a time is PyTorch's choice: whatever is fastest here.
sizes = sorted({min(ids.shape[0], each) for each in (1, settings["pass"] // 2 or 1, settings["pass"], ids.shape[0])})
for size in sizes:
    gradients(size)
size = min(sizes, key=lambda each: min(timed(each) for _ in range(2)))
print(json.dumps({"torch": torch.__version__, "threads": torch.get_num_threads(), "compile": compiled, "sequences": size}), flush=True)
for _ in sys.stdin:
    print(json.dumps(step(size)), flush=True)
