// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title An account that can also make reentrant calls, where `vm.prank` has no effect
contract Actor {
    function act(address target, bytes calldata data) external returns (bool done) {
        (done,) = target.call(data);
    }
}
