// The whole product as a library: verify a model, run the accepted plan.
#include <cstdio>
#include <vector>

#include "touchstone/session/session.h"

int main(int argc, char** argv) {
  using namespace touchstone;
  if (argc != 2) return 2;
  VerifyRequest request;
  request.model = argv[1];
  const auto verification = verify(request);
  if (!verification || !verification->gated.accepted) return 1;
  const std::vector<float> x{0.5F, -1, 2, 0.25F, -0.75F, 1.5F, 0, 3};
  const std::vector<Tensor> inputs{Tensor::of(Shape::of({2, 4}), x)};
  const auto outputs = run(*verification->gated.accepted, inputs, 2);
  if (!outputs) return 1;
  std::printf("mlp %s\n", digest_of((*outputs)[0]).hex().c_str());
}
