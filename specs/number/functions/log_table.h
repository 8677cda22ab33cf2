#pragma once

#include <array>

// Written by tools/tables/functions.py, which says how; not to be edited.
// clang-format off
namespace touchstone::wide {

/// ln 2 to the nearest 2^-42.
inline constexpr double ln2_high = 0x1.62e42fefa3800p-1;

/// ln 2 − ln2_high
inline constexpr double ln2_low = 0x1.ef35793c76730p-45;

/// About the inverse of the middle of piece i of [11/16, 22/16), a multiple of 2^-9;
/// 1 in the two pieces that meet at 1.
inline constexpr std::array<double, 32> log_inverse{
    0x1.7000000000000p+0, 0x1.6800000000000p+0, 0x1.6080000000000p+0, 0x1.5900000000000p+0,
    0x1.5200000000000p+0, 0x1.4b00000000000p+0, 0x1.4480000000000p+0, 0x1.3e00000000000p+0,
    0x1.3800000000000p+0, 0x1.3200000000000p+0, 0x1.2c80000000000p+0, 0x1.2700000000000p+0,
    0x1.2200000000000p+0, 0x1.1d00000000000p+0, 0x1.1800000000000p+0, 0x1.1380000000000p+0,
    0x1.0f00000000000p+0, 0x1.0a80000000000p+0, 0x1.0600000000000p+0, 0x1.0000000000000p+0,
    0x1.0000000000000p+0, 0x1.e900000000000p-1, 0x1.db00000000000p-1, 0x1.ce00000000000p-1,
    0x1.c100000000000p-1, 0x1.b500000000000p-1, 0x1.aa00000000000p-1, 0x1.9f00000000000p-1,
    0x1.9500000000000p-1, 0x1.8b00000000000p-1, 0x1.8200000000000p-1, 0x1.7900000000000p-1,
};

/// −log(log_inverse[i]) to the nearest 2^-42.
inline constexpr std::array<double, 32> log_high{
    -0x1.739d7f6bbd000p-2, -0x1.5d1bdbf581000p-2, -0x1.478cd5959b000p-2, -0x1.31871c9544000p-2,
    -0x1.1c898c169a000p-2, -0x1.071b85fcd6000p-2, -0x1.e598ed5a88000p-3, -0x1.bc286742d8000p-3,
    -0x1.9525a9cf46000p-3, -0x1.6d60fe719e000p-3, -0x1.483bccce6e000p-3, -0x1.2266f190a6000p-3,
    -0x1.fec9131dc0000p-4, -0x1.b78c82bb10000p-4, -0x1.6f0d28ae58000p-4, -0x1.2cb0283f5c000p-4,
    -0x1.d276b8adb0000p-5, -0x1.494acc34d8000p-5, -0x1.7b91b07d60000p-6, 0x0.0p+0, 0x0.0p+0,
    0x1.788595a358000p-5, 0x1.333d7f8184000p-4, 0x1.a4e7640b1c000p-4, 0x1.0ce7ecdccc000p-3,
    0x1.4462b9dc9c000p-3, 0x1.7898d85444000p-3, 0x1.ae2ca6f672000p-3, 0x1.e020cc6236000p-3,
    0x1.09aa572e6c000p-2, 0x1.214456d0ec000p-2, 0x1.396ce359bc000p-2,
};

/// −log(log_inverse[i]) − log_high[i].
inline constexpr std::array<double, 32> log_low{
    -0x1.a7389314feb50p-52, 0x1.8d6bdc9c7c238p-44, -0x1.ec89bf0c8d098p-45, -0x1.84fab94cecfd9p-46,
    0x1.81410e5c62affp-44, 0x1.bcb8ba3e01a11p-44, 0x1.d134bcf1e98a1p-47, -0x1.9ac53f39d121cp-44,
    0x1.297137d9f158fp-44, 0x1.bc6e557134767p-44, -0x1.eea52723f6369p-46, 0x1.4d20ab840e7f6p-45,
    0x1.54555d1ae6607p-44, 0x1.25ef7bc3987e7p-44, 0x1.4b4641b664613p-44, -0x1.e1ee2ca657021p-44,
    -0x1.6a423c78a64b0p-46, -0x1.11c78a56fd247p-45, 0x1.3b955b602ace4p-44, 0x0.0p+0, 0x0.0p+0,
    -0x1.08b0d083b3a4cp-46, -0x1.692b6a81b8848p-49, -0x1.e42b6b94407c8p-47, 0x1.4652dabff5447p-46,
    -0x1.84858a711b062p-44, 0x1.8e67be3dbaf3fp-44, 0x1.7a8d5ae54f550p-44, -0x1.52b00adb91424p-45,
    0x1.b50a1e1734342p-44, -0x1.caf0428b728a3p-44, -0x1.5839c5663663dp-47,
};

/// (log(1 + r) − r) / r² for −1/55 <= r <= 1/32, times r within 2^-64.
inline constexpr std::array<double, 10> log_coefficients{
    -0x1.0000000000000p-1, 0x1.5555555555555p-2, -0x1.0000000000012p-2, 0x1.999999999a56ep-3,
    -0x1.55555554e32d4p-3, 0x1.24924906116d8p-3, -0x1.0000067f69e81p-3, 0x1.c7204f73950a9p-4,
    -0x1.997cb3a525f48p-4, 0x1.5f3b11b023877p-4,
};

/// (log(1 + r) − r + r²/2) / r³ for −1/55 <= r <= 1/32, times r² within 2^-65.
inline constexpr std::array<double, 10> log_cubic_coefficients{
    0x1.5555555555555p-2, -0x1.0000000000000p-2, 0x1.99999999999bbp-3, -0x1.5555555556040p-3,
    0x1.2492492428f35p-3, -0x1.ffffffc7b371dp-4, 0x1.c71c7dc4a8459p-4, -0x1.999d2ae56b922p-4,
    0x1.744271d909290p-4, -0x1.41d50d934b0d3p-4,
};

}  // namespace touchstone::wide
// clang-format on
