"""Adapters to libraries that train and test models. Each is a module of its own that imports its library: none is needed by
`import quandary`.

    verifiers, reasoning_gym, trl, verl, inspect, lm_eval, openenv, hf (Hugging Face datasets)

`quandary.gym` has Gymnasium environments, `quandary.ray` and `quandary.spark` the clusters.
"""
